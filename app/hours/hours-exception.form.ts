import { z } from "zod";
import { localDate, optionalText } from "#app/platform/form-schemas.ts";
import { minuteOf, timeOf } from "#app/platform/wall-time.ts";

const LONGEST_DAYS = 366;

const date = (message: string) => z.string({ error: message }).trim().pipe(localDate(message));
const time = () => z.string().trim().max(8).default("");

/** A typed closure or extra opening. Empty times mean all day; no last day means one day. */
export const exceptionForm = z
  .object({
    kind: z.enum(["closure", "opening"], { error: "Choose what it is" }),
    therapist: z.string().trim().max(80).default(""),
    firstDay: date("Enter the first day"),
    lastDay: z.preprocess((typed) => (typed === "" ? undefined : typed), date("Enter the last day").optional()),
    from: time(),
    to: time(),
    reason: optionalText("the reason", 80),
    publicNote: optionalText("the sentence for visitors", 120),
  })
  .transform(({ therapist, firstDay, lastDay, from, to, kind, reason, publicNote }, context) => {
    const wrong = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    const last = lastDay ?? firstDay;
    if (last < firstDay) wrong("lastDay", "The last day must not be before the first");
    if (daysBetween(firstDay, last) > LONGEST_DAYS) wrong("lastDay", "Enter a year at most");
    const allDay = from === "" && to === "";
    const fromMinute = allDay ? null : minuteOf(from);
    const end = allDay ? null : minuteOf(to);
    const toMinute = end === 0 ? 1440 : end;
    if (!allDay && (fromMinute === null || toMinute === null)) {
      wrong(fromMinute === null ? "from" : "to", "Enter both times in steps of five minutes, or neither for all day");
    } else if (!allDay && Number(fromMinute) >= Number(toMinute)) wrong("to", "The end must be after the start");
    if (kind === "opening" && allDay) wrong("from", "Enter from when to when you open");
    return {
      kind,
      firstDay,
      lastDay: last,
      fromMinute,
      toMinute,
      therapistId: therapist === "" ? null : therapist,
      reason: reason === "" ? null : reason,
      publicNote: publicNote === "" ? null : publicNote,
    };
  });

export type ExceptionDraft = z.output<typeof exceptionForm>;

export function exceptionFormOf({ therapistId, fromMinute, toMinute, ...draft }: ExceptionDraft): object {
  const { kind, firstDay, lastDay, reason, publicNote } = draft;
  const times = { from: fromMinute === null ? "" : timeOf(fromMinute), to: toMinute === null ? "" : timeOf(toMinute) };
  return {
    kind,
    firstDay,
    lastDay,
    therapist: therapistId ?? "",
    ...times,
    reason: reason ?? "",
    publicNote: publicNote ?? "",
  };
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
