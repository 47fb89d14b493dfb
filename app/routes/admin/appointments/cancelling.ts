import type { AppointmentRecord } from "#app/diary/appointment-detail.ts";
import type { Cancelling } from "#app/routes/admin/appointments/cancel-panel.tsx";

export function cancellingOf({ row, rule }: Pick<AppointmentRecord, "row" | "rule">): Cancelling {
  return { id: row.id, sequence: row.sequence, start: row.start, email: row.email ?? "", rule };
}
