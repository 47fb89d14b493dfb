import { type FormEvent, useRef, useState } from "react";
import { href } from "react-router";
import { ALERT_CONSENT, LONGEST_ALERT } from "#app/clients/client.ts";
import type { AlertView } from "#app/health/alerts.server.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Dialog } from "#app/ui/admin/dialog.tsx";
import { Field, FieldError, ScriptButton, TickBox } from "#app/ui/controls.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** `Alert: allergic to arnica` for whoever treats the client, `Alert: ask Imogen` for everyone else. On no paper. */
export function AlertLine({ alert, removeAt }: { alert: AlertView | undefined; removeAt?: string }) {
  if (!alert) return null;
  const lines = linesOf(alert);
  return (
    <ul className="my-2 space-y-1 print:hidden">
      {lines.map(({ id, words }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3">
          <span className="inline-flex items-start gap-2 rounded-sm bg-warning-wash px-2 py-1 font-[650] text-warning">
            <Icon name="flag" className="mt-0.5" />
            <span className="wrap-anywhere">Alert: {words}</span>
          </span>
          {removeAt && alert.alerts && (
            <ChangeButton
              look="quiet"
              change={{ action: removeAt, fields: { alert: id } }}
              ask={{
                title: "Remove this alert?",
                body: "The next person who treats them is no longer warned. You can’t get it back.",
                keep: "Keep alert",
                doIt: "Remove alert",
              }}
              label={`Remove the alert: ${words}`}
            >
              Remove
            </ChangeButton>
          )}
        </li>
      ))}
    </ul>
  );
}

function linesOf(alert: AlertView): { id: string; words: string }[] {
  if (!alert.alerts) return [{ id: "flag", words: `ask ${alert.ask ?? "their therapist"}` }];
  return alert.alerts.map(({ id, words }) => ({ id, words: words ?? "it can’t be opened, ask the client again" }));
}

/** The same in one line of text. */
export function alertInLine(alert: AlertView): string {
  return `Alert: ${linesOf(alert)
    .map(({ words }) => words)
    .join("; ")}`;
}

/** A sheet for what must not be overlooked. It is saved only once the client has agreed. */
export function AddAlert({ clientId, name }: { clientId: string; name: string }) {
  const can = useMay();
  const send = useChange();
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState("");
  const [agreed, setAgreed] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const field = useRef<HTMLInputElement>(null);
  const action = href("/admin/clients/:id/:change", { id: clientId, change: "alert" });
  async function save(event: FormEvent) {
    event.preventDefault();
    const reply = await send({ action, fields: { words, ...(agreed && { agreed: "on" }) } });
    setErrors(reply.errors ?? {});
    if (reply.toast?.tone !== "success") return;
    setOpen(false);
    setWords("");
    setAgreed(false);
  }
  if (!can("change", "clients")) return null;
  return (
    <>
      <ScriptButton type="button" look="outline" size="small" onClick={() => setOpen(true)}>
        Add alert<span className="sr-only"> for {name}</span>
      </ScriptButton>
      <Dialog title={`Alert for ${name}`} open={open} onOpenChange={setOpen} initialFocus={field}>
        <form method="post" action={action} onSubmit={save} autoComplete="off" className="space-y-3">
          <Field
            ref={field}
            name="words"
            label="What must not be overlooked"
            hint="Like “allergic to arnica”. Kept encrypted: the therapists who treat them read it, everyone else sees that there is one."
            maxLength={LONGEST_ALERT}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            error={errors.words}
          />
          <div>
            <TickBox
              name="agreed"
              checked={agreed}
              onChange={(event) => setAgreed(event.target.checked)}
              aria-invalid={errors.agreed ? true : undefined}
              aria-describedby={errors.agreed ? "agreed-error" : undefined}
            >
              {ALERT_CONSENT}
            </TickBox>
            {errors.agreed && <FieldError id="agreed-error">{errors.agreed}</FieldError>}
          </div>
          <ScriptButton>Save alert</ScriptButton>
        </form>
      </Dialog>
    </>
  );
}
