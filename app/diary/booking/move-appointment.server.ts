import { type Appointment, extraMinutesOf } from "#app/appointments/appointment.ts";
import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import { getChangeable, type Refused } from "#app/appointments/may-change.server.ts";
import { isSame } from "#app/appointments/notifications/change-summary.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { priceOn } from "#app/catalogue/quote.ts";
import { type BookableService, bookableIn } from "#app/catalogue/service.ts";
import { checkTime, warningSentence } from "#app/diary/booking/check-time.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { type Actor, covers, scopeFor } from "#app/platform/permissions.ts";
import type { Practice } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { Settings } from "#app/settings/settings.ts";

const MINUTE_MS = 60_000;
// Long enough to press Undo before the client gets a mail about the new time.
export const UNDO_MS = 20_000;

/**
 * `start` is epoch ms, `therapist` a slug; undefined leaves it unchanged. `despite`: the warnings that were confirmed.
 */
export type AppointmentMove = {
  appointmentId: string;
  start: number;
  minutes?: number;
  pricePence?: number;
  therapist?: string;
  /** The `sequence` that the admin saw: an appointment changed since is not moved. */
  seen?: number;
  despite: boolean;
};

type MoveOutcome =
  /** `before`: the appointment to move back to, for Undo. */
  | { kind: "moved"; appointment: Appointment; before: Appointment; zone: string }
  | { kind: "warned"; messages: string[] }
  | { kind: "taken"; message: string }
  /** Somebody has changed it in between: this is its present state. */
  | { kind: "conflict"; appointment: Appointment; zone: string }
  | { kind: "invalid"; message: string }
  | Exclude<Refused, { kind: "too-late" }>;

type Within = { actor: Actor; input: AppointmentMove; practice: Practice; now: number };

/**
 * The practice changes an appointment's time, length or therapist in one transaction: at any hour once a warning is
 * confirmed, but never onto a time that is taken.
 */
export async function moveAppointment(app: AppContext, actor: Actor, input: AppointmentMove): Promise<MoveOutcome> {
  return schedule.retryOnConflict(app, async (tx, now) => {
    await lockForReading(tx, "offer");
    return moveWithin(tx, { actor, input, practice: await readPractice(app, tx), now });
  });
}

async function moveWithin(tx: Tx, { actor, input, practice, now }: Within): Promise<MoveOutcome | schedule.Conflict> {
  const { settings } = practice;
  const found = await getChangeable(tx, { actor, appointmentId: input.appointmentId, settings, now });
  if (found.kind === "too-late") return { kind: "not-found" };
  if (found.kind !== "changeable") return found;
  const before = found.appointment;
  const { zone } = settings.bookingRules;
  if (input.seen !== undefined && input.seen !== before.sequence)
    return { kind: "conflict", appointment: before, zone };
  const minutes = input.minutes ?? before.minutes;
  if (minutes < 5 || minutes > 600 || minutes % 5 !== 0) {
    return { kind: "invalid", message: "Choose a length of whole five minutes, ten hours at most" };
  }
  const scope = scopeFor(actor, "change", "appointments");
  const named = input.therapist ? practice.therapists.filter(({ id }) => covers(scope, id)) : [];
  const therapist = input.therapist ? named.find(({ slug }) => slug === input.therapist) : null;
  if (therapist === undefined) return { kind: "invalid", message: "This therapist has left the team" };
  const therapistId = therapist?.id ?? before.therapistId;
  const [service = null] = bookableIn(practice, { id: before.serviceId }).services;
  const moved = moveOf(before, { ...input, minutes, therapistId, service, zone });
  if (isSame(before, moved)) return { kind: "moved", appointment: before, before, zone };

  const look = await checkPlace(tx, { moved, settings, now });
  if (look.kind === "taken") return { kind: "taken", message: "That time is taken" };
  if (look.kind === "off-grid") return { kind: "invalid", message: "Choose a time of whole five minutes" };
  const messages = look.warnings.map((warning) => warningSentence(warning));
  if (service && !service.therapistIds.includes(therapistId) && therapistId !== before.therapistId) {
    messages.push(`${therapist?.name ?? "That therapist"} does not usually give ${service.title}.`);
  }
  if (messages.length > 0 && !input.despite) return { kind: "warned", messages };

  const options = { actor, from: "practice" as const, settings, now, undoMs: UNDO_MS };
  const outcome = await schedule.move(tx, { before, after: moved }, options);
  if (outcome.kind === "conflict") return outcome;
  return { kind: "moved", appointment: moved, before, zone };
}

/** `except`: the appointments that leave their times. */
type Place = { moved: Appointment; settings: Settings; now: number; except?: readonly string[] };

/** The place of an appointment that the practice wants to move there, with the buffers that it was booked with. */
export async function checkPlace(tx: Tx, { moved, settings, now, except = [moved.id] }: Place) {
  const date = localDateOf(moved.start, settings.bookingRules.zone);
  const rules = practiceRules(settings.bookingRules);
  const question = await getQuestion(tx, {
    offer: {
      service: {
        bufferBefore: (moved.start - moved.blockStart) / MINUTE_MS,
        bufferAfter: (moved.blockEnd - moved.end) / MINUTE_MS,
      },
      length: { minutes: moved.minutes },
      extra: extraMinutesOf(moved),
      therapists: [{ id: moved.therapistId }],
    },
    rules,
    from: date,
    to: date,
    now,
    except,
  });
  return checkTime(question, moved.start);
}

type MoveInput = {
  start: number;
  minutes: number;
  therapistId: string;
  service: BookableService | null;
  zone: string;
  pricePence?: number;
};

function moveOf(before: Appointment, input: MoveInput): Appointment {
  const end = input.start + (input.minutes + extraMinutesOf(before)) * MINUTE_MS;
  const listed = input.service?.lengths.find(({ minutes }) => minutes === input.minutes);
  const date = localDateOf(input.start, input.zone);
  const isListed = listed && input.minutes !== before.minutes;
  const listPrice = isListed ? priceOn(listed, { therapistId: input.therapistId, date }) : before.pricePence;
  return {
    ...before,
    therapistId: input.therapistId,
    start: input.start,
    end,
    minutes: input.minutes,
    pricePence: input.pricePence ?? listPrice,
    blockStart: input.start - (before.start - before.blockStart),
    blockEnd: end + (before.blockEnd - before.end),
    sequence: before.sequence + 1,
  };
}
