import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import "#app/ui/mended-errors.js";
import { openCopy } from "#app/offline/open-copy.ts";
import { holdLostRequests } from "#app/ui/connection/connection.ts";

holdLostRequests({ openCopy });

// As React takes a page over, it sets a text area that came with words back to them, whatever was typed since.
const typedEarly = new Map<HTMLTextAreaElement, string>();
for (const area of document.querySelectorAll("textarea")) {
  if (area.value !== area.defaultValue) typedEarly.set(area, area.value);
}
document.addEventListener("input", noteTyped, { capture: true });

function noteTyped({ target }: Event): void {
  if (target instanceof HTMLTextAreaElement) typedEarly.set(target, target.value);
}

function WithTyped({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.removeEventListener("input", noteTyped, { capture: true });
    for (const [area, words] of typedEarly) if (area.value !== words) area.value = words;
    typedEarly.clear();
  }, []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <WithTyped>
        <HydratedRouter />
      </WithTyped>
    </StrictMode>,
  );
});
