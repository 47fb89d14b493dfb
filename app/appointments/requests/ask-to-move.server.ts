import { z } from "zod";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { getHold } from "#app/appointments/booking/booking-holds.db.server.ts";
import { changeWindow } from "#app/appointments/change-window.ts";
import { auditChange, mayChange } from "#app/appointments/may-change.server.ts";
import { appointmentMessage } from "#app/appointments/notifications/appointment-message.ts";
import { LONGEST_REQUEST, mayAskToMove } from "#app/appointments/requests/move-request.ts";
import { insertMoveRequest } from "#app/appointments/requests/move-requests.db.server.ts";
import { retryOnConflict } from "#app/appointments/schedule.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type AskOutcome =
  | { kind: "asked" }
  | { kind: "repeated" }
  /** It may still be moved online, or it has begun, is cancelled or not confirmed yet. */
  | { kind: "not-now" }
  | { kind: "not-found" };

/**
 * Asks the practice for another time of an appointment that its client may no longer move online, once for each start.
 * It moves nothing; the practice gets a mail.
 */
export async function askToMove(
  app: AppContext,
  actor: Actor,
  { appointmentId, words }: { appointmentId: string; words: string },
): Promise<AskOutcome> {
  return retryOnConflict(app, async (tx, now): Promise<AskOutcome> => {
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment || !mayChange(actor, appointment)) return { kind: "not-found" };
    const { changeNotice } = (await readPractice(app, tx)).settings.bookingRules;
    const window = changeWindow(appointment, { now, changeNotice });
    const hold = await getHold(tx, appointmentId);
    if (!mayAskToMove({ window, over: now >= appointment.start, hold })) return { kind: "not-now" };
    const { start } = appointment;
    if (!(await insertMoveRequest(tx, { appointmentId, start, words, at: now }))) return { kind: "repeated" };
    await enqueue(tx, [appointmentMessage("appointment-asked-practice", { appointmentId })], now);
    await auditChange(tx, { actor, action: "appointment.ask", appointment, now });
    return { kind: "asked" };
  });
}

// Line breaks are kept; no other control characters.
const UNPRINTABLE = /(?!\n)\p{Cc}/gu;

export const moveRequestForm = z.object({
  when: z
    .string()
    .transform((typed) => typed.replaceAll("\r\n", "\n").replace(UNPRINTABLE, " ").trim())
    .pipe(
      z.string().min(1, "Say when would suit you").max(LONGEST_REQUEST, `Write ${LONGEST_REQUEST} characters or fewer`),
    ),
});

export function parseMoveRequest(
  sent: unknown,
): { kind: "valid"; words: string } | { kind: "invalid"; message: string } {
  const result = moveRequestForm.safeParse({ when: sent ?? "" });
  if (result.success) return { kind: "valid", words: result.data.when };
  return { kind: "invalid", message: result.error.issues[0]?.message ?? "Say when would suit you" };
}
