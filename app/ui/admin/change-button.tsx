import { type ReactNode, useState } from "react";
import { AskDialog, type Question } from "#app/ui/admin/ask-dialog.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import type { Change } from "#app/ui/admin/toast.ts";
import { type ButtonLook, ScriptButton } from "#app/ui/controls.tsx";

type Props = {
  change: Change;
  /** Confirmed first; without it the change is sent at once. */
  ask?: Question;
  look?: ButtonLook;
  size?: "normal" | "small";
  className?: string;
  label?: string;
  confirms?: boolean;
  children: ReactNode;
};

export function ChangeButton({
  change,
  ask,
  look = "outline",
  size = "small",
  className,
  label,
  confirms,
  children,
}: Props) {
  const send = useChange();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  async function sendNow(typed: Record<string, string> = {}) {
    setBusy(true);
    await send({ ...change, fields: { ...change.fields, ...typed } });
    setBusy(false);
  }
  return (
    <>
      <ScriptButton
        type="button"
        look={look}
        size={size}
        className={className}
        aria-label={label}
        disabled={busy}
        data-confirm={confirms || undefined}
        onClick={() => (ask ? setAsking(true) : void sendNow())}
      >
        {children}
      </ScriptButton>
      {ask && <AskDialog question={ask} open={asking} onOpenChange={setAsking} onDo={sendNow} />}
    </>
  );
}
