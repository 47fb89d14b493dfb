import { Dialog as Base } from "@base-ui/react/dialog";
import { type ReactNode, type RefObject, useDeferredValue } from "react";
import { flushSync } from "react-dom";
import { buttonClasses } from "#app/ui/button.tsx";

type Props = {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  wide?: boolean;
  /** What takes the focus, also after a touch; otherwise the first control does. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Opened by `showAtOnce`. Others leave the press its first frame, and open in the next. */
  atOnce?: boolean;
  children: ReactNode;
};

/** A dialog with a Close button, a sheet from the foot on a phone. Escape closes it too. */
export function Dialog({ title, open, onOpenChange, wide = false, initialFocus, atOnce = false, children }: Props) {
  const wasOpen = useDeferredValue(open, false);
  return (
    <Base.Root open={open && (atOnce || wasOpen)} onOpenChange={onOpenChange}>
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

/** The same after a press: no letters follow a finger, so it sees its press answered first. */
export function showAfterPress({ pointerType }: PointerEvent, show: () => void, field: string): void {
  // An iPhone brings its keyboard only for a focus that is set during the press.
  if (pointerType !== "touch" || CSS.supports("-webkit-touch-callout", "none")) showAtOnce(show, field);
  else requestAnimationFrame(() => setTimeout(() => showAtOnce(show, field)));
}
