import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { flushSync } from "react-dom";
import { buttonClasses } from "#app/ui/controls.tsx";

type Props = {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  wide?: boolean;
  /** What takes the focus, also after a touch; otherwise the first control does. */
  initialFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
};

/** A dialog with a Close button, a sheet from the foot on a phone. Escape closes it too. */
export function Dialog({ title, open, onOpenChange, wide = false, initialFocus, children }: Props) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="admin-backdrop" />
        <Base.Popup
          initialFocus={initialFocus && (() => initialFocus.current)}
          className={wide ? "admin-dialog admin-dialog-wide" : "admin-dialog"}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <Base.Title className="pt-1 text-xl">{title}</Base.Title>
            <Base.Close className={buttonClasses({ look: "outline", size: "small" })}>Close</Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * Shows a dialog and puts the focus on its first field without waiting for the server, nor for React's next turn: letters
 * typed meanwhile would be lost.
 */
export function showAtOnce(show: () => void, field: string): void {
  flushSync(show);
  document.querySelector<HTMLElement>(field)?.focus();
}
