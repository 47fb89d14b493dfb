import type { Choices } from "#app/appointments/booking/scheduler/choices.ts";
import type { Scheduler, ServiceChoice, TimeCell } from "#app/appointments/booking/scheduler/scheduler.ts";

export function queryFrom(choices: Partial<Choices>): string {
  const pairs = Object.entries(choices).flatMap(([key, value]) =>
    value === null || `${value}` === "" ? [] : [[key, `${value}`]],
  );
  return new URLSearchParams(pairs).toString();
}

/** What every address on the page keeps. A booked offer defaults to its own therapist, so 'anyone' must be stated. */
export function currentChoices({ chosen, from }: Pick<Scheduler, "chosen" | "from">, isBooked = false) {
  const { service, minutes, before, therapist, preference, people = null, also = null, course, day, start } = chosen;
  return {
    service,
    ...(!isBooked && { before }),
    minutes,
    therapist: therapist ?? "anyone",
    preference,
    people,
    also,
    ...(course && { course }),
    day,
    from,
    start,
  };
}

/** The same of another treatment, as far as it has it. */
export function choicesWith(scheduler: Pick<Scheduler, "chosen" | "from">, { slug, keeps }: ServiceChoice) {
  return {
    ...currentChoices(scheduler),
    service: slug,
    minutes: keeps.minutes,
    therapist: keeps.therapist ?? "anyone",
  };
}

/** What leads to other days: none of them is chosen yet, unless the link names one. */
export function choicesElsewhere<Kept>(choices: Kept, elsewhere: Pick<Partial<Choices>, "from" | "day">) {
  return { ...choices, day: null, start: null, ...elsewhere };
}

/** The time that stays chosen when these times are shown. */
export function keptStart(times: readonly TimeCell[], start: string | null): string | null {
  return times.some((time) => time.start === start) ? start : null;
}
