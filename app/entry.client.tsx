import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import "#app/ui/mended-errors.js";
import { openCopy } from "#app/offline/open-offline-page.ts";
import { holdLostRequests } from "#app/ui/connection/connection.ts";

holdLostRequests({ openCopy });

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

// As React takes a page over, it sets a text area back to the words that it came with, and hears nothing of what was
// typed into any field before: its next rendering would write over that.
const typedEarly = new Map<Field, string>();
for (const field of document.querySelectorAll<Field>("textarea, input, select")) {
  if (isChanged(field)) typedEarly.set(field, field.value);
}
document.addEventListener("input", noteTyped, { capture: true });

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    return options.some(({ defaultSelected }) => defaultSelected) && !field.selectedOptions[0]?.defaultSelected;
  }
  return holdsText(field) && field.value !== field.defaultValue;
}

function holdsText(field: Field): boolean {
  return !["checkbox", "radio", "file", "hidden"].includes(field.type);
}

function noteTyped({ target }: Event): void {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
  if (isField && holdsText(target)) typedEarly.set(target, target.value);
}

/** Types it once more, now that React listens. */
function typeAgain(field: Field, value: string): void {
  const inherited = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
  // React compares with what was set by the field's own property, so that one takes the old value first.
  if (!(field instanceof HTMLSelectElement)) field.value = field.defaultValue;
  inherited?.set?.call(field, value);
  const kind = field instanceof HTMLSelectElement ? "change" : "input";
  field.dispatchEvent(new Event(kind, { bubbles: true }));
}

function WithTyped({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    document.removeEventListener("input", noteTyped, { capture: true });
    typeAllAgain();
  }, []);
  return children;
}

async function typeAllAgain(): Promise<void> {
  for (const [field, value] of typedEarly) {
    if (field.isConnected) typeAgain(field, value);
    // React renders after each, so that a form which spreads its last state keeps all of them.
    await null;
  }
  typedEarly.clear();
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
