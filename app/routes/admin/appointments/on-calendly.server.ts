import { getStanding } from "#app/connections/calendly/external-bookings.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { timeInWords } from "#app/platform/date-time.ts";
import type { OnCalendlyView } from "#app/routes/admin/appointments/on-calendly.tsx";

type Row = { id: string; start: number; status: string };

/** How an appointment stands on Calendly, if it came from there and still does; else null. */
export async function onCalendly(app: AppContext, row: Row, zone: string): Promise<OnCalendlyView | null> {
  const standing = await getStanding(app.db.kysely, row.id);
  if (!standing) return null;
  const { invitee, start } = standing;
  return {
    when: timeInWords(start, zone),
    here: row.status === "Cancelled" ? "cancelled" : start === row.start ? "same" : "moved",
    moveAt: `${app.config.calendlyUrl}/reschedulings/${invitee}`,
    cancelAt: `${app.config.calendlyUrl}/cancellations/${invitee}`,
  };
}
