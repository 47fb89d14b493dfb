import { type FormEvent, useState } from "react";
import { href } from "react-router";
import { LONGEST_CLIENT_NOTE } from "#app/clients/client.ts";
import type { RecordView } from "#app/routes/admin/clients/record-view.server.ts";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { ScriptButton } from "#app/ui/admin/script-button.tsx";
import { TextArea } from "#app/ui/field.tsx";

type Note = NonNullable<RecordView["notes"]>[number];

export function Notes({ clientId, notes }: { clientId: string; notes: Note[] }) {
  return (
    <section aria-labelledby="notes">
      <h2 id="notes" className="mb-2 text-xl">
        Private notes
      </h2>
      <NewNote clientId={clientId} />
      <ul className="mt-4">
        {notes.map((note) => (
          <li key={note.id} className="border-t border-line py-3">
            <p className="wrap-anywhere whitespace-pre-line">{note.words}</p>
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <p className="text-sm text-ink-soft">
                {note.author}, {note.when}
              </p>
              {note.canRemove && (
                <ChangeButton
                  look="quiet"
                  change={{ action: `/admin/clients/${clientId}/note-removal`, fields: { note: note.id } }}
                  ask={{
                    title: "Remove this note?",
                    body: `${note.author}, ${note.when}. This removes it for good.`,
                    keep: "Keep",
                    doIt: "Remove note",
                  }}
                  label={`Remove the note of ${note.when}`}
                >
                  Remove
                </ChangeButton>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewNote({ clientId }: { clientId: string }) {
  const send = useChange();
  const action = href("/admin/clients/:id/:change", { id: clientId, change: "notes" });
  const [words, setWords] = useState("");
  const [error, setError] = useState<string>();
  async function add(event: FormEvent) {
    event.preventDefault();
    const reply = await send({ action, fields: { words } });
    setError(reply.errors?.words);
    // What was typed stays until it is saved.
    if (reply.toast?.tone === "success") setWords("");
  }
  return (
    <form method="post" action={action} onSubmit={add}>
      <TextArea
        name="words"
        label="New note"
        hint="Only the practice sees it, and the client if they ask for their data. No health details, please."
        rows={3}
        maxLength={LONGEST_CLIENT_NOTE}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        error={error}
      />
      <ScriptButton look="outline" size="small" className="mt-2">
        Add note
      </ScriptButton>
    </form>
  );
}
