import { useState } from "react";
import type { ManyChange } from "#app/appointments/bulk/many-change.ts";
import { AskDialog, type Question } from "#app/ui/admin/ask-dialog.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Button } from "#app/ui/button.tsx";

/** What can be done to all that are picked at once. Asks first. */
export function BulkBar({ picked, onDone }: { picked: readonly string[]; onDone: () => void }) {
  const send = useChange();
  const [asked, setAsked] = useState<ManyChange | null>(null);
  if (picked.length === 0) return null;
  const count = picked.length === 1 ? "1 appointment" : `${picked.length} appointments`;
  async function doIt() {
    if (asked) await send({ action: "/admin/appointments/bulk", fields: { change: asked, ids: picked.join(",") } });
    onDone();
  }
  return (
    <div className="sticky top-0 z-5 mb-3 flex flex-wrap items-center gap-2 border-y border-edge bg-wash px-3 py-2">
      <p role="status" className="mr-auto font-[650]">
        {count} picked
      </p>
      {CHOICES.map(({ change, label }) => (
        <Button key={change} type="button" look="outline" size="small" onClick={() => setAsked(change)}>
          {label}
        </Button>
      ))}
      <Button type="button" look="quiet" size="small" onClick={onDone}>
        Pick none
      </Button>
      {asked && (
        <AskDialog
          open
          question={questionFor(asked, count)}
          onOpenChange={(open) => !open && setAsked(null)}
          onDo={doIt}
        />
      )}
    </div>
  );
}

const CHOICES: { change: ManyChange; label: string }[] = [
  { change: "confirm", label: "Confirm all" },
  { change: "cancel", label: "Cancel all" },
  { change: "delete", label: "Delete all" },
];

function questionFor(change: ManyChange, count: string): Question {
  const words = {
    confirm: { verb: "Confirm", body: "Those that are cancelled stay so. The others are told by e-mail." },
    cancel: { verb: "Cancel", body: "Their times are free again at once, and they are told by e-mail." },
    delete: { verb: "Delete", body: "This removes them for good, including from reports, and nobody is told." },
  }[change];
  return { title: `${words.verb} ${count}?`, body: words.body, keep: "Keep them", doIt: `${words.verb} ${count}` };
}
