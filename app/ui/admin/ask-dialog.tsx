import { AlertDialog } from "@base-ui/react/alert-dialog";
import { type ReactNode, type Ref, useId, useRef, useState } from "react";
import { Button, buttonClasses, Field, FieldError } from "#app/ui/controls.tsx";

export type Question = {
  title: string;
  body: ReactNode;
  /** Label of the button that cancels: `Keep`. */
  keep: string;
  /** Label of the button that confirms: `Delete record`. */
  doIt: string;
  /** One option must be chosen and is sent with the change; `missing` is the error without one. */
  choice?: {
    name: string;
    legend: string;
    missing: string;
    options: { value: string; label: string; hint?: string }[];
  };
  input?: { name: string; label: string; hint?: string; password?: boolean };
};

type Props = {
  question: Question;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDo: (typed: Record<string, string>) => Promise<unknown>;
};

/** Confirms what can't be undone. */
export function AskDialog({ question, open, onOpenChange, onDo }: Props) {
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState("");
  const [picked, setPicked] = useState("");
  const [missing, setMissing] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const { choice, input } = question;
  async function doIt() {
    if (choice && !picked) {
      setMissing(true);
      group.current?.querySelector("input")?.focus();
      return;
    }
    setBusy(true);
    await onDo({ ...(choice && { [choice.name]: picked }), ...(input && { [input.name]: typed }) });
    setBusy(false);
    setTyped("");
    setPicked("");
    onOpenChange(false);
  }
  function change(isOpen: boolean) {
    setMissing(false);
    onOpenChange(isOpen);
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="admin-backdrop" />
        <AlertDialog.Popup className="admin-dialog">
          <AlertDialog.Title className="text-xl">{question.title}</AlertDialog.Title>
          <AlertDialog.Description render={<div />} className="mt-3">
            {question.body}
          </AlertDialog.Description>
          {choice && (
            <ChoiceGroup
              {...{ choice, picked, group }}
              error={missing && !picked ? choice.missing : undefined}
              onPick={setPicked}
            />
          )}
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

type ChoiceProps = {
  choice: NonNullable<Question["choice"]>;
  picked: string;
  error?: string;
  group: Ref<HTMLFieldSetElement>;
  onPick: (value: string) => void;
};

function ChoiceGroup({ choice, picked, error, group, onPick }: ChoiceProps) {
  const errorId = useId();
  return (
    <fieldset ref={group} className="mt-4" aria-describedby={error && errorId}>
      <legend className="mb-1 font-[650]">{choice.legend}</legend>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {choice.options.map(({ value, label, hint }) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
          <input
            type="radio"
            name={choice.name}
            value={value}
            checked={picked === value}
            onChange={() => onPick(value)}
            className="mt-0.5 size-6 shrink-0 accent-(--primary)"
          />
          <span>
            {label}
            {hint && <span className="block text-sm text-ink-soft">{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
