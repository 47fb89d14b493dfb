import { type FormEvent, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { LONGEST_CLIENT_NOTE, LONGEST_PRACTICAL_CLIENT_NOTE } from "#app/clients/client.ts";
import type { RecordView } from "#app/routes/admin/clients/record-view.server.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import { ScriptButton, TextArea } from "#app/ui/controls.tsx";

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
        hint="Your team sees this. Clients can ask for a copy. No health details."
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

/** What to know before they come, shown wherever the client is about to be. */
export function PracticalNote({ clientId, note }: { clientId: string; note: string }) {
  const send = useChange();
  const can = useMay();
  const action = href("/admin/clients/:id/:change", { id: clientId, change: "practical-note" });
  // The note that the edit began with; null while there is none.
  const [before, setBefore] = useState<string | null>(null);
  const [words, setWords] = useState("");
  const isOpen = before !== null;
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);
  function open() {
    setWords(note);
    setError(undefined);
    setBefore(note);
  }
  async function save(event: FormEvent) {
    event.preventDefault();
    const reply = await send({ action, fields: { practicalNote: words, seen: note } });
    setError(reply.errors?.practicalNote);
    if (reply.toast?.tone === "success") setBefore(null);
  }
  if (!isOpen) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {note && (
          <p className="font-[650] whitespace-pre-line wrap-anywhere">
            <span className="sr-only">Practical note: </span>
            {note}
          </p>
        )}
        {can("change", "clients") && (
          <ScriptButton type="button" look="quiet" size="small" onClick={open}>
            {note ? "Change practical note" : "Add practical note"}
          </ScriptButton>
        )}
      </div>
    );
  }
  return (
    <form method="post" action={action} onSubmit={save} className="max-w-xl">
      <TextArea
        ref={field}
        name="practicalNote"
        label="Practical note (optional)"
        hint="Shown on Today, the appointment and when you book. Like “parks at the back”. No health details."
        rows={2}
        maxLength={LONGEST_PRACTICAL_CLIENT_NOTE}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        error={error}
      />
      {note !== before && <p className="mt-2 wrap-anywhere">Saved meanwhile: “{note}”</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        <ScriptButton size="small">Save practical note</ScriptButton>
        <ScriptButton type="button" look="quiet" size="small" onClick={() => setBefore(null)}>
          Close
        </ScriptButton>
      </div>
    </form>
  );
}
