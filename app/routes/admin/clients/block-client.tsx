import { type FormEvent, useState } from "react";
import { href } from "react-router";
import { LONGEST_BLOCK_REASON } from "#app/clients/client.ts";
import { useMay, useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Notice, ScriptButton, TextArea } from "#app/ui/controls.tsx";

const NOTHING_ONLINE = "They can’t book, move or wait for a time online: they see your phone number instead.";

function useMayBlock(): boolean {
  const [can, isOwn] = [useMay(), useOwnOnly()];
  return can("change", "clients") && !isOwn("change", "clients");
}

export function BlockedNotice({ clientId, since, reason }: { clientId: string; since: string; reason: string }) {
  const mayBlock = useMayBlock();
  const action = href("/admin/clients/:id/:change", { id: clientId, change: "unblock" });
  return (
    <Notice tone="warning" className="mb-6 flex flex-wrap items-center gap-3">
      <div className="mr-auto min-w-0">
        <p>
          <b>Blocked since {since}.</b> {NOTHING_ONLINE}
        </p>
        <p className="whitespace-pre-line wrap-anywhere">Reason, for the team alone: {reason}</p>
      </div>
      {mayBlock && <ChangeButton change={{ action, fields: {} }}>Unblock</ChangeButton>}
    </Notice>
  );
}

export function BlockClient({ clientId, name }: { clientId: string; name: string }) {
  const send = useChange();
  const mayBlock = useMayBlock();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [error, setError] = useState<string>();
  const action = href("/admin/clients/:id/:change", { id: clientId, change: "block" });
  if (!mayBlock) return null;
  async function block(event: FormEvent) {
    event.preventDefault();
    const reply = await send({ action, fields: { reason } });
    setError(reply.errors?.reason);
  }
  return (
    <section aria-labelledby="block" className="mt-10 max-w-xl">
      <h2 id="block" className="mb-2 text-xl">
        Online booking
      </h2>
      {isOpen ? (
        <form method="post" action={action} onSubmit={block}>
          <TextArea
            name="reason"
            label={`Why do you block ${name}?`}
            hint="For the team alone, and the client if they ask for their data. No health details."
            rows={2}
            maxLength={LONGEST_BLOCK_REASON}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={error}
          />
          <p className="mt-2 text-ink-soft">{NOTHING_ONLINE} What is booked stays. You can still book for them.</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <ScriptButton size="small">Block client</ScriptButton>
            <ScriptButton type="button" look="quiet" size="small" onClick={() => setOpen(false)}>
              Keep open
            </ScriptButton>
          </div>
        </form>
      ) : (
        <ScriptButton type="button" look="outline" size="small" onClick={() => setOpen(true)}>
          Block this client
        </ScriptButton>
      )}
    </section>
  );
}
