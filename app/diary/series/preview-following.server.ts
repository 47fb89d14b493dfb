import { type Appointment, extraMinutesOf, movedTo } from "#app/appointments/appointment.ts";
import { getAppointment, listOfSeries } from "#app/appointments/appointments.db.server.ts";
import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { getQuestion } from "#app/appointments/booking/free-times/free-times.db.server.ts";
import type { Question } from "#app/availability/free-starts.ts";
import type { Giver } from "#app/catalogue/therapist.ts";
import { checkSeries, DAYS_AROUND, type Occurrence, type Place } from "#app/diary/series/check-series.ts";
import { blockOf, followingOf, type Shift, targetsOf } from "#app/diary/series/following.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { requireScope } from "#app/platform/permissions.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { bookableIn } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

export type FollowingPreview = {
  following: Appointment[];
  /** One for each of `following`, in order; empty without a shift. */
  occurrences: Occurrence[];
  /** Why the shift leads to no times. */
  errors: { time?: string; which?: string };
  therapists: Giver[];
  zone: string;
};

/**
 * An appointment, those after it, and what each would find if they all moved. `shift.therapist`: a slug, or empty for
 * the own one. Null when it is in no series. For the practice only.
 */
export async function previewFollowing(
  app: AppContext,
  actor: Actor,
  {
    appointmentId,
    shift,
  }: { appointmentId: string; shift: (Omit<Shift, "therapistId"> & { therapist: string }) | null },
): Promise<FollowingPreview | null> {
  requireScope(actor, "change", "series");
  const db = app.db.kysely;
  const appointment = await getAppointment(db, appointmentId);
  if (!appointment?.series) return null;
  const now = app.clock.now();
  const following = followingOf(appointment, await listOfSeries(db, appointment.series.id), now);
  const practice = await readPractice(app);
  const { therapists } = practice;
  const rules = practice.settings.bookingRules;
  const shown = { following, therapists, zone: rules.zone, errors: {} };
  if (!shift) return { ...shown, occurrences: [] };
  const therapistId = therapists.find(({ slug }) => slug === shift.therapist)?.id ?? null;
  const found = targetsOf(following, { ...shift, therapistId }, rules.zone);
  if (found.kind === "invalid") return { ...shown, occurrences: [], errors: { [found.field]: found.message } };
  const { targets } = found;
  const moves = following.flatMap((one, index) => {
    const to = targets[index];
    return to ? [{ appointment: one, to }] : [];
  });
  const [service] = bookableIn(practice, { id: appointment.serviceId }).services;
  const within = { moves, rules, now, therapistIds: service?.therapistIds ?? [] };
  const occurrences: Occurrence[] = [];
  for (const move of moves) {
    const question = await questionOfMove(db, move, within);
    const looked = checkSeries(question, { starts: [move.to.start], therapistIds: [move.to.therapistId] });
    occurrences.push(...looked);
  }
  return { ...shown, occurrences };
}

const MINUTE_MS = 60_000;

type Move = { appointment: Appointment; to: Place };
type Within = { rules: BookingRules; therapistIds: readonly string[]; now: number };

/**
 * What the engine needs to look at one of several moves: the old times of all of them count as free, the new times of
 * the others as taken.
 */
export async function questionOfMove(
  db: Queries,
  { appointment, to }: Move,
  { moves, rules, therapistIds, now }: Within & { moves: readonly Move[] },
): Promise<Question> {
  const date = localDateOf(to.start, rules.zone);
  const question = await getQuestion(db, {
    offer: {
      service: {
        bufferBefore: (appointment.start - appointment.blockStart) / MINUTE_MS,
        bufferAfter: (appointment.blockEnd - appointment.end) / MINUTE_MS,
      },
      length: { minutes: appointment.minutes },
      extra: extraMinutesOf(appointment),
      therapists: [...new Set([...therapistIds, to.therapistId])].map((id) => ({ id })),
    },
    rules: practiceRules(rules),
    from: addDays(date, -DAYS_AROUND),
    to: addDays(date, DAYS_AROUND),
    now,
    except: moves.map((move) => move.appointment.id),
  });
  const others = moves.filter((move) => move.appointment.id !== appointment.id);
  return {
    ...question,
    therapists: question.therapists.map((therapist) => ({
      ...therapist,
      busy: [
        ...therapist.busy,
        ...others
          .filter((other) => other.to.therapistId === therapist.id)
          .map((other) => blockOf(movedTo(other.appointment, other.to))),
      ],
    })),
  };
}
