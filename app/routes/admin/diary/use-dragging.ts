import { useRef, useState } from "react";
import type { Question } from "#app/ui/admin/ask-dialog.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";
import type { Change } from "#app/ui/admin/toast.ts";

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

/** Two that change places. */
export type Swapped = Record<"one" | "other", { id: string; sequence: number }>;

/** A change of times that the server may warn of. */
type Moving = { change: Change; question: Omit<Question, "body">; revert?: () => void; onMoved?: () => void };
type Warned = { moving: Moving; warnings: string[] };

const MOVE = { title: "Move it anyway?", keep: "Put it back", doIt: "Move anyway" };
const SWAP = { title: "Swap them anyway?", keep: "Keep both", doIt: "Swap anyway" };

/** Sends a drag or a swap. If refused, the entry moves back; if unusual, it waits for confirmation. */
export function useDragging() {
  const send = useChange();
  const [warned, setWarned] = useState<Warned | null>(null);
  // The question's closing handler is older than its answer, so it asks here what is still open.
  const open = useRef<Warned | null>(null);

  function ask(question: Warned | null) {
    open.current = question;
    setWarned(question);
  }

  async function move(moving: Moving, despite: boolean) {
    const { action, fields } = moving.change;
    const reply = await send({ action, fields: { ...fields, ...(despite && { despite: "on" }) } });
    if (reply.warnings) ask({ moving, warnings: reply.warnings });
    else if (reply.toast?.tone === "success") moving.onMoved?.();
    else moving.revert?.();
  }

  return {
    drag: (dropped: Dropped) => void move({ change: changeOf(dropped), question: MOVE, ...dropped }, false),
    swap: ({ one, other }: Swapped) => {
      const fields = { other: other.id, sequence: String(one.sequence), otherSequence: String(other.sequence) };
      void move({ change: { action: `/admin/appointments/${one.id}/swap`, fields }, question: SWAP }, false);
    },
    warned: warned && { ...warned.moving.question, body: warned.warnings.join(" ") },
    async moveAnyway() {
      const confirmed = open.current;
      if (!confirmed) return;
      ask(null);
      await move(confirmed.moving, true);
    },
    putBack() {
      open.current?.moving.revert?.();
      ask(null);
    },
  };
}

function changeOf({ id, start, minutes, sequence, therapist }: Dropped): Change {
  const fields = { start: String(start), minutes: String(minutes), sequence: String(sequence) };
  return { action: `/admin/appointments/${id}/time`, fields: { ...fields, ...(therapist && { therapist }) } };
}
