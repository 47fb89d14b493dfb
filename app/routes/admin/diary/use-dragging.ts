import { useRef, useState } from "react";
import { useChange } from "#app/ui/admin/changes.tsx";

/**
 * Where an appointment is dropped: `start` is epoch ms, `therapist` a slug if it changes. `revert` puts it back,
 * `onMoved` is told that the server has moved it.
 */
export type Dropped = {
  id: string;
  name: string;
  sequence: number;
  start: number;
  minutes: number;
  therapist?: string;
  revert: () => void;
  onMoved?: () => void;
};

type Warned = { dragged: Dropped; warnings: string[] };

/** Sends a drag. If refused, the entry moves back; if unusual, it waits for confirmation. */
export function useDragging() {
  const send = useChange();
  const [warned, setWarned] = useState<Warned | null>(null);
  // The question's closing handler is older than its answer, so it asks here what is still open.
  const open = useRef<Warned | null>(null);

  function ask(question: Warned | null) {
    open.current = question;
    setWarned(question);
  }

  async function move(dragged: Dropped, despite: boolean) {
    const { id, start, minutes, sequence, therapist, revert, onMoved } = dragged;
    const fields = {
      start: String(start),
      minutes: String(minutes),
      sequence: String(sequence),
      ...(therapist && { therapist }),
      ...(despite && { despite: "on" }),
    };
    const reply = await send({ action: `/admin/appointments/${id}/time`, fields });
    if (reply.warnings) ask({ dragged, warnings: reply.warnings });
    else if (reply.toast?.tone === "success") onMoved?.();
    else revert();
  }

  return {
    drag: (dragged: Dropped) => void move(dragged, false),
    warned,
    async moveAnyway() {
      const confirmed = open.current;
      if (!confirmed) return;
      ask(null);
      await move(confirmed.dragged, true);
    },
    putBack() {
      open.current?.dragged.revert();
      ask(null);
    },
  };
}
