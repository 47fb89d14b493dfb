import type { Appointment } from "#app/appointments/appointment.ts";
import { shownStatus } from "#app/appointments/appointment.ts";
import { listHistory } from "#app/diary/appointment-history.db.server.ts";
import { dateAndTime } from "#app/diary/shown-row.ts";
import { nameOf } from "#app/diary/stranded-walk.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MOVES = ["appointment.reschedule", "appointment.rearrange"];

/** Who changed an appointment since a form of it was filled, and how it is now, in one sentence and what to do. */
export async function changedSince(
  { app, locale }: { app: AppContext; locale: string },
  { id, start, status }: Pick<Appointment, "id" | "start" | "status">,
): Promise<string> {
  const db = app.db.kysely;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const { date, time } = dateAndTime(start, { zone, locale });
  const [last] = await listHistory(db, id);
  const who = (last && (await nameOf(db, last.actor))) ?? "Someone else";
  if (shownStatus(status) === "Cancelled") return `${who} cancelled this. Nothing else has changed.`;
  if (last && MOVES.includes(last.action)) return `${who} moved this to ${date}, ${time}. Check before you save.`;
  return `${who} changed this: it is on ${date}, ${time}. Check before you save.`;
}
