import { type FreeDay, freeStarts, type Question, type TherapistTime } from "#app/availability/free-starts.ts";
import type { DayException } from "#app/availability/opening-hours.ts";
import { localTimeOf } from "#app/platform/date-time.ts";

export function therapist(over: Partial<TherapistTime> = {}): TherapistTime {
  return { id: "ana", weekly: [{ weekday: 2, fromMinute: 540, toMinute: 720 }], exceptions: [], busy: [], ...over };
}

/** An hour without buffers on Tuesday 1 June 2027 in London, asked at noon the day before. */
export function question(over: Partial<Question> = {}): Question {
  return {
    from: "2027-06-01",
    to: over.from ?? "2027-06-01",
    now: Date.parse("2027-05-31T12:00:00+01:00"),
    length: 60,
    bufferBefore: 0,
    bufferAfter: 0,
    slotInterval: 30,
    notice: 0,
    horizonDays: 90,
    zone: "Europe/London",
    therapists: [therapist()],
    ...over,
  };
}

/** A busy block on 1 June 2027 in London: `busy("10:00", "11:00")`. */
export function busy(from: string, to: string) {
  return { start: Date.parse(`2027-06-01T${from}:00+01:00`), end: Date.parse(`2027-06-01T${to}:00+01:00`) };
}

/** A closure on 1 June 2027, all day by default. */
export function closure(over: Partial<DayException> = {}): DayException {
  const day = { firstDay: "2027-06-01", lastDay: "2027-06-01", fromMinute: null, toMinute: null };
  return { kind: "closure", publicNote: null, ...day, ...over };
}

export function opening(fromMinute: number, toMinute: number): DayException {
  return { ...closure({ fromMinute, toMinute }), kind: "opening" };
}

/** The result's only day. */
export function dayOf(asked: Question): FreeDay {
  const [day, ...more] = freeStarts(asked);
  if (!day || more.length > 0) throw new Error("The question is not about one day");
  return day;
}

/** The free starts as local times. */
export function timesOf(asked: Question): string[] {
  return freeStarts(asked).flatMap((day) => day.slots.map((slot) => localTimeOf(slot.start, asked.zone)));
}
