import { type Preference, preferenceFrom } from "#app/appointments/booking/scheduler/preference.ts";
import { BEEN_BEFORE, type BeenBefore } from "#app/catalogue/service.ts";
import { isLocalDate, isoInstant } from "#app/platform/form-schemas.ts";

/** The choices live in the address, so that Back, sharing and pages without JavaScript work. */
export type Choices = {
  service: string | null;
  minutes: number | null;
  therapist: string | null;
  /** Whether they have been here before, where that changes how long it takes. */
  before: BeenBefore | null;
  /** What times would suit; null for any. */
  preference: Preference | null;
  day: string | null;
  /** Two at the same time, with two therapists. */
  people?: 2 | null;
  /** The other times that are booked together with this one, as instants; null for none. */
  also?: readonly string[] | null;
  /** Whether a course pays, where a client who has one chose that. */
  course?: "use" | "keep";
  /** The first day to show, when paging to later or earlier days. */
  from: string | null;
  start: string | null;
  /** What was typed at "Go to a date". */
  date: string | null;
};

const ANY_INSTANT = isoInstant("");
/** How many times can be booked together with one. */
export const MOST_OTHERS = 3;

const COURSE_CHOICES = ["use", "keep"] as const;

/** Instants with commas between them, as the address and the form have them. */
export function alsoFrom(sent: string): string[] | null {
  const starts = new Set(sent.split(",").filter((each) => ANY_INSTANT.safeParse(each).success));
  return starts.size > 0 ? [...starts].sort().slice(0, MOST_OTHERS) : null;
}

/** Invalid values count as not chosen: the page always renders. */
export function choicesFrom(query: URLSearchParams): Choices {
  const date = (name: string) => {
    const typed = query.get(name);
    return isLocalDate(typed) ? typed : null;
  };
  const minutes = Number(query.get("minutes"));
  const start = query.get("start");
  const course = COURSE_CHOICES.find((choice) => choice === query.get("course"));
  return {
    service: query.get("service") || null,
    minutes: Number.isInteger(minutes) && minutes > 0 ? minutes : null,
    therapist: query.get("therapist") === "anyone" ? null : query.get("therapist") || null,
    before: BEEN_BEFORE.find((answer) => answer === query.get("before")) ?? null,
    preference: preferenceFrom(query.get("preference")),
    people: query.get("people") === "2" ? 2 : null,
    also: alsoFrom(query.get("also") ?? ""),
    ...(course && { course }),
    day: date("day"),
    from: date("from"),
    start: ANY_INSTANT.safeParse(start).success ? start : null,
    date: query.get("date")?.trim().slice(0, 40) || null,
  };
}
