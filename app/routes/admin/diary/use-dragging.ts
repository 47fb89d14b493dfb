import { useState } from "react";
import type { Dragged } from "#app/routes/admin/diary/calendar.tsx";
import { useChange } from "#app/ui/admin/changes.tsx";

type Warned = { dragged: Dragged; warnings: string[] };

/** Sends a drag. If refused, the entry moves back; if unusual, it waits for confirmation. */
export function useDragging() {
  const send = useChange();
  const [warned, setWarned] = useState<Warned | null>(null);

  async function move(dragged: Dragged, despite: boolean) {
    const { id, start, minutes, sequence, revert } = dragged;
    const fields = {
      start: String(start),
      minutes: String(minutes),
      sequence: String(sequence),
      ...(despite && { despite: "on" }),
    };
    const reply = await send({ action: `/admin/appointments/${id}/time`, fields });
    if (reply.warnings) setWarned({ dragged, warnings: reply.warnings });
    else if (reply.toast?.tone !== "success") revert();
  }

  return {
    drag: (dragged: Dragged) => void move(dragged, false),
    warned,
    async moveAnyway() {
      if (!warned) return;
      setWarned(null);
      await move(warned.dragged, true);
    },
    putBack() {
      warned?.dragged.revert();
      setWarned(null);
    },
  };
}
