import { useState } from "react";
import type { ManyChange } from "#app/diary/many-change.ts";
import { WHO_ASKED } from "#app/routes/admin/appointments/questions.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { AskDialog, type Question } from "#app/ui/admin/ask-dialog.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Button } from "#app/ui/button.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

/** Actions on all selected rows. Asks first. */
export function BulkBar({
  picked,
  onDone,
}: {
  picked: readonly { id: string; sequence: number }[];
  onDone: () => void;
}) {
  const sendsMail = useSendsMail();
  const can = useMay();
  const send = useChange();
  const [query, setPending] = useState<ManyChange | null>(null);
  if (picked.length === 0) return null;
  const count = picked.length === 1 ? "1 appointment" : `${picked.length} appointments`;
  async function doIt(typed: Record<string, string>) {
    const ids = picked.map(({ id }) => id).join(",");
    const sequences = picked.map(({ sequence }) => sequence).join(",");
    const fields = { ...typed, change: query ?? "", ids, sequences };
    if (query) await send({ action: "/admin/appointments/bulk", fields });
    onDone();
  }
  return (
    <div className="sticky top-0 z-5 mb-3 flex flex-wrap items-center gap-2 border-y border-edge bg-wash px-3 py-2">
      <p role="status" className="mr-auto font-[650]">
        {count} picked
      </p>
      {CHOICES.filter(({ change }) => change !== "delete" || can("delete", "appointments")).map(({ change, label }) => (
        <Button key={change} type="button" look="outline" size="small" onClick={() => setPending(change)}>
          {label}
        </Button>
      ))}
      <Button type="button" look="quiet" size="small" onClick={onDone}>
        Pick none
      </Button>
      {query && (
        <AskDialog
          open
          question={questionFor(query, { count, sendsMail })}
          onOpenChange={(open) => !open && setPending(null)}
          onDo={doIt}
        />
      )}
    </div>
  );
}

export function CancelUnconfirmed({ total }: { total: number }) {
  const send = useChange();
  const [isOpen, setOpen] = useState(false);
  const count = total === 1 ? "1 unconfirmed booking" : `${total} unconfirmed bookings`;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-3 border-y border-edge bg-wash px-3 py-2">
      <p className="measure mr-auto">
        Booked online by people who have never attended and have not opened a link in their email.
      </p>
      <Button type="button" look="outline" size="small" onClick={() => setOpen(true)}>
        Cancel {count}
      </Button>
      <AskDialog
        open={isOpen}
        question={{
          title: `Cancel ${count}?`,
          body: "Their times are free again at once. We email each address, within its limit for strangers.",
          keep: "Keep them",
          doIt: `Cancel ${count}`,
        }}
        onOpenChange={setOpen}
        onDo={() => send({ action: "/admin/appointments/bulk", fields: { change: "cancel-unconfirmed" } })}
      />
    </div>
  );
}

const CHOICES: { change: ManyChange; label: string }[] = [
  { change: "confirm", label: "Confirm all" },
  { change: "cancel", label: "Cancel all" },
  { change: "delete", label: "Delete all" },
];

function questionFor(change: ManyChange, { count, sendsMail }: { count: string; sendsMail: boolean }): Question {
  const told = sendsMail ? "We email the clients." : "Email is not set up yet, so please call the clients.";
  const words = {
    confirm: { verb: "Confirm", body: `Those that are cancelled stay so. ${told}` },
    cancel: { verb: "Cancel", body: `Their times are free again at once. ${told}` },
    delete: { verb: "Delete", body: "This removes them for good, including from reports, and nobody is told." },
  }[change];
  const choice = change === "cancel" ? WHO_ASKED : undefined;
  return {
    title: `${words.verb} ${count}?`,
    body: words.body,
    keep: "Keep them",
    doIt: `${words.verb} ${count}`,
    choice,
  };
}
