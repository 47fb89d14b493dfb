import { type FormEvent, useEffect, useRef, useState } from "react";
import { href } from "react-router";
import { LONGEST_NOTE } from "#app/appointments/appointment-note.ts";
import { useChange } from "#app/ui/admin/changes.tsx";
import { ScriptButton } from "#app/ui/admin/script-button.tsx";
import { TextArea } from "#app/ui/field.tsx";

export function NoteForm({ id, note }: { id: string; note: { words: string; version: number } }) {
  const send = useChange();
  const action = href("/admin/appointments/:id/:change", { id, change: "note" });
  const [words, setWords] = useState(note.words);
  const [error, setError] = useState<string>();
  // The version that the admin has seen: a failed save has shown the newer one in its error.
  const latest = useRef(note.version);
  const [seen, setSeen] = useState(note.version);
  useEffect(() => {
    latest.current = note.version;
  }, [note.version]);
  async function save(event: FormEvent) {
    event.preventDefault();
    const fields = { words, version: String(seen) };
    const reply = await send({ action, fields });
    setError(reply.errors?.words);
    setSeen(latest.current);
  }
  return (
    <form method="post" action={action} onSubmit={save}>
      <TextArea
        name="words"
        label="Private note"
        hint="Only the practice sees it, and the client if they ask for their data. No health details, please."
        rows={5}
        maxLength={LONGEST_NOTE}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        error={error}
      />
      <ScriptButton look="outline" size="small" className="mt-2">
        Save note
      </ScriptButton>
    </form>
  );
}
