import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, useState } from "react";
import { Button, buttonClasses } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

export type Question = {
  title: string;
  body: ReactNode;
  /** The button that changes nothing: `Keep`. */
  keep: string;
  /** The button that does it: `Delete record`. */
  doIt: string;
  /** One line to type, sent with the change. */
  input?: { name: string; label: string; hint?: string; password?: boolean };
};

type Props = {
  question: Question;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDo: (typed: Record<string, string>) => Promise<unknown>;
};

/** Asks before something that can't be taken back. */
export function AskDialog({ question, open, onOpenChange, onDo }: Props) {
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState("");
  const { input } = question;
  async function doIt() {
    setBusy(true);
    await onDo(input ? { [input.name]: typed } : {});
    setBusy(false);
    setTyped("");
    onOpenChange(false);
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="admin-backdrop" />
        <AlertDialog.Popup className="admin-dialog">
          <AlertDialog.Title className="text-xl">{question.title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="mt-3">
            {question.body}
          </AlertDialog.Description>
          {input && (
            <Field
              className="mt-4"
              name={input.name}
              type={input.password ? "password" : "text"}
              autoComplete={input.password ? "current-password" : "off"}
              label={input.label}
              hint={input.hint}
              maxLength={300}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          <div className="mt-6 flex flex-wrap gap-3">
            <AlertDialog.Close className={buttonClasses({ look: "outline" })}>{question.keep}</AlertDialog.Close>
            <Button type="button" look="danger" onClick={doIt} disabled={busy}>
              {question.doIt}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
