import { lazy, Suspense, useEffect } from "react";
import { KeyboardHelp } from "#app/routes/admin/find/keyboard-help.tsx";
import { mayUseSingleKeys, openedBy } from "#app/routes/admin/find/single-keys.ts";
import { Dialog } from "#app/ui/admin/dialog.tsx";

const Palette = lazy(() => import("#app/routes/admin/find/palette.tsx"));

/** What is open over the page. */
export type FindState = "palette" | "help" | null;

/** The palette and the list of keys, opened by a key or by the frame's link. */
export function FindAnywhere({ state, onState }: { state: FindState; onState: (state: FindState) => void }) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      // A dialog has the page's keys while it is open.
      if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
      const isTyping = (event.target as Element).closest("input, textarea, select, [contenteditable]") !== null;
      const opened = openedBy(event, { isTyping, single: mayUseSingleKeys(localStorage) });
      if (!opened) return;
      event.preventDefault();
      onState(opened);
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [onState]);
  return (
    <>
      <Suspense fallback={null}>
        {state === "palette" && <Palette onClose={() => onState(null)} onHelp={() => onState("help")} />}
      </Suspense>
      <Dialog title="Keys" open={state === "help"} onOpenChange={(open) => !open && onState(null)}>
        <KeyboardHelp />
      </Dialog>
    </>
  );
}
