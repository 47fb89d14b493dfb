import type { Giver } from "#app/catalogue/therapist.ts";
import { warningSentence } from "#app/diary/booking/check-time.ts";
import { isFree, type Occurrence, type Place } from "#app/diary/series/check-series.ts";
import { choiceOf } from "#app/diary/series/series.form.ts";
import { dateWords, localDateOf, localeTimes, momentOf } from "#app/platform/date-time.ts";
import type { Fields } from "#app/platform/form-fields.ts";

/** One occurrence as a group of choices; the empty value leaves it out. */
export type OccurrenceView = {
  name: string;
  day: string;
  state: "free" | "warning" | "taken" | "lost";
  words: string[];
  options: { value: string; label: string }[];
  chosen: string;
  /** The option that is nearest in time, of one that is not free; null: nothing near is. */
  nearest: string | null;
};

type Where = {
  givers: readonly Giver[];
  zone: string;
  locale: string;
  /** What was chosen before: it stays chosen where it still can be. */
  typed: Fields;
  /** Whether that was to be booked: what can't be any more is then marked. */
  isSent: boolean;
  /** The name of an occurrence's choices; by its number unless told. */
  nameOf?: (index: number) => string;
  /** The label of the choice that leaves an occurrence as it is. */
  leave: (index: number) => string;
};

export function viewOccurrences(occurrences: readonly Occurrence[], where: Where): OccurrenceView[] {
  return occurrences.map((occurrence, index) => toView(occurrence, index, where));
}

function toView(occurrence: Occurrence, index: number, where: Where): OccurrenceView {
  const { givers, zone, locale, typed, isSent, leave } = where;
  const { start, place, warnings, near } = occurrence;
  const date = localDateOf(start, zone);
  const optionOf = (option: Place, despite: boolean) => {
    const therapist = givers.find(({ id }) => id === option.therapistId);
    const { time } = localeTimes(option.start, zone, locale);
    const on = localDateOf(option.start, zone);
    const moment = on === date ? time : momentOf(shortDay(on, locale), time);
    const value = choiceOf({ start: option.start, therapist: therapist?.slug ?? "", despite });
    const who = therapist ? ` with ${therapist.short}` : "";
    return { value, label: `${moment}${who}${despite ? ", anyway" : ""}` };
  };
  const own = place ? [optionOf(place, warnings.length > 0)] : [];
  const options = [...own, ...near.map((one) => optionOf(one, false)), { value: "", label: leave(index) }];
  const name = where.nameOf?.(index) ?? `at.${index}`;
  const before = typed[name];
  const isLost = isSent && before !== undefined && !options.some(({ value }) => value === before);
  const usual = isFree(occurrence) ? own[0]?.value : "";
  return {
    name,
    options,
    day: dateWords(date, locale, { weekday: "short", day: "numeric", month: "short", year: "numeric" }),
    state: isLost ? "lost" : isFree(occurrence) ? "free" : place ? "warning" : "taken",
    nearest: nearestOf(occurrence, (near) => optionOf(near, false).value),
    words: wordsOf(occurrence, isLost),
    chosen: options.find(({ value }) => value === before)?.value ?? (isLost ? "" : (usual ?? "")),
  };
}

/** Another time with whoever was asked for, rather than the same with a colleague. */
function nearestOf({ start, near }: Occurrence, choice: (place: Place) => string): string | null {
  const away = (place: Place) => Math.abs(place.start - start);
  const others = near.filter((place) => place.start !== start).toSorted((one, other) => away(one) - away(other));
  const nearest = others[0] ?? near[0];
  return nearest ? choice(nearest) : null;
}

function wordsOf(occurrence: Occurrence, isLost: boolean): string[] {
  if (isLost) return ["The time that you chose has just gone. Choose another one."];
  if (isFree(occurrence)) return ["Free."];
  if (occurrence.place === null) return ["Someone else is booked then."];
  return occurrence.warnings.map(warningSentence);
}

function shortDay(date: string, locale: string): string {
  return dateWords(date, locale, { weekday: "short", day: "numeric", month: "short" });
}
