import { useState } from "react";
import { useNavigate } from "react-router";
import { AskDialog, type Question } from "#app/ui/admin/ask-dialog.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { ScriptButton } from "#app/ui/controls.tsx";

type Named = { id: string; name: string };

/** Merges `other` into `into`, then opens the record that remains. */
export function MergeButton({ into, other }: { into: Named; other: Named & { email: string; phone: string } }) {
  const send = useChange();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  async function merge() {
    const reply = await send({ action: `/admin/clients/${into.id}/merging`, fields: { other: other.id } });
    if (reply.toast?.tone === "success") await navigate(`/admin/clients/${into.id}`);
  }
  return (
    <>
      <ScriptButton
        type="button"
        look="outline"
        size="small"
        aria-label={`Merge: ${other.name}, ${other.email}, ${other.phone}`}
        onClick={() => setAsking(true)}
      >
        Merge
      </ScriptButton>
      <AskDialog question={questionOf(into, other)} open={asking} onOpenChange={setAsking} onDo={merge} />
    </>
  );
}

function questionOf(into: Named, other: Named & { email: string; phone: string }): Question {
  return {
    title: "Are these the same person?",
    body: `The record of ${other.name} (${other.email}, ${other.phone}) goes into that of ${into.name}: appointments, notes, addresses and numbers. You can’t undo this.`,
    keep: "Keep both",
    doIt: "Merge records",
  };
}
