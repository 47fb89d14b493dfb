import { href } from "react-router";
import { LinkButton } from "#app/ui/controls.tsx";

/** How far the notes of appointments are, by appointment: of those alone that the reader writes. */
export type NoteStates = Record<string, "none" | "draft" | "locked">;

type Props = { appointmentId: string; state: NoteStates[string] | undefined; name?: string };

/** The way to an appointment's note. It says whether there is one, and never what it says. */
export function NoteLink({ appointmentId, state, name }: Props) {
  if (!state) return null;
  return (
    <LinkButton to={href("/admin/appointments/:id/treatment-note", { id: appointmentId })} look="outline" size="small">
      {WORDS[state]}
      {name && <span className="sr-only"> about {name}</span>}
    </LinkButton>
  );
}

const WORDS = { none: "Write note", draft: "Finish note", locked: "Read note" };
