import { z } from "zod";

const localDate = z.iso.date();

/** What has been chosen so far, as it stands in the address: Back, sharing and no-JavaScript all work from it. */
export type Choices = {
  service: string | null;
  minutes: number | null;
  therapist: string | null;
  day: string | null;
  /** The first day of the strip that is asked for, when leafing to later or earlier days. */
  from: string | null;
  /** An instant in ISO 8601. */
  start: string | null;
};

/** Reads choices from an address. What makes no sense counts as not chosen: a page always shows. */
export function choicesFrom(query: URLSearchParams): Choices {
  const date = (name: string) => localDate.safeParse(query.get(name)).data ?? null;
  const minutes = Number(query.get("minutes"));
  return {
    service: query.get("service") || null,
    minutes: Number.isInteger(minutes) && minutes > 0 ? minutes : null,
    therapist: query.get("therapist") === "anyone" ? null : query.get("therapist") || null,
    day: date("day"),
    from: date("from"),
    start: z.iso.datetime({ offset: true }).safeParse(query.get("start")).data ?? null,
  };
}
