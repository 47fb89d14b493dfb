import { getAppointment, isStanding } from "#app/appointments/appointments.db.server.ts";
import { attendanceOf } from "#app/appointments/attendance.ts";
import { runningLate as lateMail } from "#app/appointments/mails/late.mail.tsx";
import { appointmentSubject } from "#app/appointments/notifications/appointment-message.ts";
import { delaysFrom, type LateCandidate, type LateMinutes } from "#app/diary/running-late.ts";
import { enqueueOnce, onceId } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type LateOutcome =
  /** `uncalled`: the names of those without an email address. */
  | { kind: "sent"; mailed: number; uncalled: string[] }
  /** Other people are affected than the preview said. */
  | { kind: "conflict" }
  | { kind: "not-found" };

type LateRow = LateCandidate & { name: string | null; email: string | null };

/**
 * Emails the clients whom this delay reaches, each once for each delay. Moves nothing. `seen`: the ids of the preview.
 * For the practice only.
 */
export async function runningLate(
  app: AppContext,
  actor: Actor,
  { appointmentId, minutes, seen }: { appointmentId: string; minutes: LateMinutes; seen: readonly string[] },
): Promise<LateOutcome> {
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return app.db.kysely.transaction().execute(async (tx): Promise<LateOutcome> => {
    const now = app.clock.now();
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment || !mayWith(actor, ["change", "appointments"], appointment.therapistId)) {
      return { kind: "not-found" };
    }
    const rows = await listDay(tx, { ...appointment, zone });
    const delays = delaysFrom(rows, { id: appointmentId, minutes, now });
    const reached = delays.map(({ id }) => id);
    if (reached.join() !== seen.join()) return { kind: "conflict" };
    const byId = new Map(rows.map((row) => [row.id, row]));
    const uncalled: string[] = [];
    for (const delay of delays) {
      const row = byId.get(delay.id);
      if (!row) continue;
      if (!row.email) uncalled.push(row.name ?? "Unknown");
      else await enqueueLate(tx, row, { minutes: delay.minutes, now });
    }
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "appointment.late",
      subject: { kind: "appointment", id: appointmentId },
      detail: { minutes, mailed: delays.length - uncalled.length },
    });
    return { kind: "sent", mailed: delays.length - uncalled.length, uncalled };
  });
}

// A second press of the same delay sends nothing again.
function enqueueLate(
  tx: Parameters<typeof enqueueOnce>[0],
  { id, start }: LateRow,
  { minutes, now }: { minutes: number; now: number },
): Promise<void> {
  const message = lateMail.message(appointmentSubject(id), { appointmentId: id, start, minutes });
  return enqueueOnce(tx, { ...message, id: `${onceId(message)}:${start}:${minutes}` }, now);
}

/** What a therapist has on the local date of an appointment. */
async function listDay(
  db: Queries,
  { therapistId, start, zone }: { therapistId: string; start: number; zone: string },
): Promise<LateRow[]> {
  const date = localDateOf(start, zone);
  const rows = await db
    .selectFrom("appointments")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select(["appointments.id", "name", "email", "starts_at", "ends_at", "attendances.state"])
    .where("therapist_id", "=", therapistId)
    .where("starts_at", ">=", startOfDay(date, zone))
    .where("starts_at", "<", startOfDay(addDays(date, 1), zone))
    .where(isStanding)
    .orderBy("starts_at")
    .execute();
  return rows.map(({ id, name, email, starts_at, ends_at, state }) => ({
    ...{ id, name, email, start: starts_at, end: ends_at },
    attendance: attendanceOf(state ?? undefined),
  }));
}
