import { z } from "zod";
import { knownPersonFields, personFields } from "#app/clients/person.form.ts";
import { localDate } from "#app/platform/form-schemas.ts";
import { ALL_DAY_TIMES } from "#app/waiting-list/waiting.ts";

const LENGTH = "Choose a length";
const DAYS = "Choose days from Monday to Sunday";
const PART = "Choose morning, afternoon or evening";

/** Boxes of one name come as a list, as one value or not at all. */
const several = <Schema extends z.ZodType>(one: Schema) =>
  z.preprocess((sent) => [sent ?? []].flat().filter((value) => value !== ""), z.array(one).max(50));

const preferencesFields = {
  service: z.string({ error: "Choose a treatment" }).min(1, "Choose a treatment").max(80, "Choose a treatment"),
  minutes: z.coerce.number({ error: LENGTH }).int(LENGTH).positive(LENGTH).max(1440, LENGTH),
  /** Slugs; none: anyone. */
  therapists: several(z.string().max(80, "Choose a therapist from the list")),
  weekdays: several(z.coerce.number({ error: DAYS }).int(DAYS).min(1, DAYS).max(7, DAYS)),
  dayTimes: several(z.enum(ALL_DAY_TIMES, { error: PART })),
  until: localDate("Enter the last day that would suit you, like 2027-12-04"),
};

/** What someone types to wait online: with their name, phone and email. */
export const joinForm = z.object({ ...preferencesFields, ...personFields });

/** The same at the desk: of name, phone and email only what the practice was told. */
export const practiceJoinForm = z.object({ ...preferencesFields, ...knownPersonFields });

/** What may be changed of a wait. */
export const preferencesForm = z.object({
  therapists: preferencesFields.therapists,
  weekdays: preferencesFields.weekdays,
  dayTimes: preferencesFields.dayTimes,
  until: preferencesFields.until,
});

export type JoinInput = z.output<typeof practiceJoinForm>;
export type PreferencesInput = z.output<typeof preferencesForm>;
export type JoinField = keyof JoinInput;

/** A form's fields for these schemas: boxes of one name as lists. */
export function fieldsOfPreferences(form: FormData): Record<string, FormDataEntryValue | FormDataEntryValue[]> {
  const lists = ["therapists", "weekdays", "dayTimes"];
  return { ...Object.fromEntries(form), ...Object.fromEntries(lists.map((name) => [name, form.getAll(name)])) };
}

export function parsePreferences<Schema extends z.ZodType>(
  schema: Schema,
  sent: unknown,
): { kind: "valid"; input: z.output<Schema> } | { kind: "invalid"; errors: Record<string, string> } {
  const result = schema.safeParse(sent);
  if (result.success) return { kind: "valid", input: result.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[String(path[0])] ??= message;
  return { kind: "invalid", errors };
}
