import type { Appointment } from "#app/appointments/appointment.ts";
import { appointmentMessage, appointmentSubject } from "#app/appointments/appointment-message.ts";
import { pushesToDevices } from "#app/appointments/pushes-to-devices.server.ts";
import { hearingData, TOLD_THERAPIST, therapistMessage } from "#app/appointments/therapist-message.ts";
import { movedFrom } from "#app/appointments/told-change.ts";
import { hearsAtOnce, practiceWaitsUntil, timesWith, type VisitChange, whoHears } from "#app/appointments/who-hears.ts";
import { listWhomToTell } from "#app/appointments/whom-to-tell.db.server.ts";
import type { Due, Message } from "#app/outbox/message.ts";
import { withdrawUntried } from "#app/outbox/outbox.db.server.ts";
import { type Actor, ownTherapistOf } from "#app/platform/actor.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { PracticeMails } from "#app/settings/practice-mails.ts";

type Change = Pick<VisitChange, "how"> & { before: Appointment | null; after: Appointment | null };

/**
 * `actor`: who made it; a therapist hears nothing of their own. `practice`: null if it knows already. `runAt`: the end
 * of the moment in which the change can be undone.
 */
type Telling = { actor: Actor; zone: string; practice: PracticeMails | null; now: number; runAt?: number };

/**
 * What the practice and the therapists are told of a change of an appointment, beside the client's own mails: the one
 * way, by the rules of `who-hears`. Takes back what a change before would have told the therapists.
 */
export async function mailsToOthers(tx: Tx, change: Change, telling: Telling): Promise<Due[]> {
  const id = (change.after ?? change.before)?.id;
  if (!id) return [];
  const message = telling.practice && practiceMessage(change);
  const { mails, hasDevices } = await mailsToTherapists(tx, { ...change, id }, telling);
  const knows = telling.practice === null;
  const pushes = hasDevices ? await pushesToDevices(tx, { ...change, id }, { ...telling, knows }) : [];
  const others = [...mails, ...pushes];
  return message && telling.practice
    ? [inItsTime(message, change, { ...telling, ...telling.practice }), ...others]
    : others;
}

async function mailsToTherapists(
  tx: Tx,
  { id, ...change }: Change & { id: string },
  { actor, zone, now, runAt }: Telling,
): Promise<{ mails: Due[]; hasDevices: boolean }> {
  const subject = appointmentSubject(id);
  const withdrawn = change.before ? await withdrawUntried(tx, { kind: TOLD_THERAPIST, subject }) : [];
  const hearings = whoHears(
    change,
    withdrawn.map((data) => hearingData.parse(data)),
  );
  const { therapists, hasDevices } = await listWhomToTell(
    tx,
    hearings.map(({ therapistId }) => therapistId),
  );
  const self = ownTherapistOf(actor);
  const mails = hearings.flatMap((hearing) => {
    if (hearing.therapistId === self) return [];
    const { address, choice } = therapists.find((one) => one.id === hearing.therapistId) ?? NOBODY;
    const times = [hearing.knew, timesWith(change.after, hearing.therapistId)];
    if (address === "" || !hearsAtOnce(times, { choice, now, zone })) return [];
    return [{ ...therapistMessage(id, hearing), ...(runAt !== undefined && { runAt }) }];
  });
  return { mails, hasDevices };
}

const NOBODY = { address: "", choice: "none" } as const;

function practiceMessage({ how, before, after }: Change): Message | null {
  if (after && how === "booked")
    return appointmentMessage("appointment-confirmed-practice", { appointmentId: after.id });
  if (before && how === "changed") {
    return appointmentMessage("appointment-rescheduled-practice", movedFrom(before.id, before));
  }
  if (before && how === "cancelled") {
    return appointmentMessage("appointment-cancelled-practice", { appointmentId: before.id });
  }
  return null;
}

/** The practice's mail about a change, or its line in the next daily one. */
export function inItsTime(
  message: Message,
  change: Change,
  rules: { now: number; zone: string; dailyAt: number | null },
): Due {
  const runAt = practiceWaitsUntil(change, rules);
  return runAt === null ? message : { ...message, runAt, daily: true };
}
