import { useState } from "react";
import type { ManyChange } from "#app/diary/many-change.ts";
import { WHO_ASKED } from "#app/routes/admin/appointments/questions.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { AskDialog, type Question } from "#app/ui/admin/ask-dialog.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Button } from "#app/ui/button.tsx";

/** Actions on all selected rows. Asks first. */
export function BulkBar({ picked, onDone }: { picked: readonly string[]; onDone: () => void }) {
  const can = useMay();
  const send = useChange();
  const [query, setPending] = useState<ManyChange | null>(null);
  if (picked.length === 0) return null;
  const count = picked.length === 1 ? "1 appointment" : `${picked.length} appointments`;
  async function doIt(typed: Record<string, string>) {
    const fields = { ...typed, change: query ?? "", ids: picked.join(",") };
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
          question={questionFor(query, count)}
          onOpenChange={(open) => !open && setPending(null)}
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
  const choice = change === "cancel" ? WHO_ASKED : undefined;
  return {
    title: `${words.verb} ${count}?`,
    body: words.body,
    keep: "Keep them",
    doIt: `${words.verb} ${count}`,
    choice,
  };
}
