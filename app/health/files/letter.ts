import { z } from "zod";
import { EXERCISES, NEXT, type Note } from "#app/health/note.ts";
import { dayInWords } from "#app/platform/date-time.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";

export const LONGEST = { to: 200, purpose: 100, text: 4_000 };

/** How a client agreed to one letter. */
export const CONSENT_WAYS = { person: "In person", phone: "By phone" } as const;

type ConsentWay = keyof typeof CONSENT_WAYS;

const consentWays = Object.keys(CONSENT_WAYS) as [ConsentWay, ...ConsentWay[]];

/** A letter to a GP or a physio, as it was issued. `consent`: what the client agreed to, when, how, and who wrote it down. */
export const letter = z.object({
  to: z.string(),
  purpose: z.string(),
  text: z.string(),
  /** What was put in from notes, each with its day. */
  advice: z.array(z.string()),
  consent: z.object({
    on: z.string(),
    how: z.enum(consentWays),
    by: z.string(),
    wording: z.string(),
  }),
});

export type Letter = z.infer<typeof letter>;
type Words = Omit<Letter, "consent">;

/** What the client is asked before a letter is issued. */
export function consentTo({ to }: Pick<Letter, "to">): string {
  return `I agree that this letter goes to ${firstLine(to)}, with what it says about my health and nothing else.`;
}

/** The consent to a letter as it is read later. */
export function consentInWords({ on, how, by, wording }: Letter["consent"]): string {
  const day = dayInWords(on, { year: true });
  return `“${wording}” Agreed on ${day}, ${CONSENT_WAYS[how].toLowerCase()}, noted by ${by}`;
}

export const firstLine = (to: string) => to.split("\n")[0] ?? "";

/** What a note says that is meant for the client and may stand in a letter; null: nothing. */
export function adviceOf({ exercises, advice, next }: Note, on: string): string | null {
  const sentences = [
    ...(advice ? [advice] : []),
    ...(exercises.length > 0 ? [`Exercises: ${exercises.map((id) => EXERCISES[id]).join(", ")}`] : []),
    ...(next ? [`Next: ${NEXT[next]}`] : []),
  ];
  return sentences.length > 0 ? `${dayInWords(on, { year: true })}: ${sentences.join(". ")}` : null;
}

type Fields = Readonly<Record<string, string>>;
type Errors = Record<string, string>;

/** `advice`: of each note that may be chosen, by its id. */
export function readWords(fields: Fields, advice: ReadonlyMap<string, string>): { errors: Errors; words: Words } {
  const typed = (name: string) => (fields[name] ?? "").replaceAll("\r\n", "\n").trim();
  const [to, purpose, text] = [typed("to"), typed("purpose"), typed("text")];
  const errors: Errors = {};
  if (to === "") errors.to = "Enter who the letter goes to";
  if (to.length > LONGEST.to) errors.to = `Who it goes to must be ${LONGEST.to} characters or fewer`;
  if (purpose === "") errors.purpose = "Enter what the letter is about";
  if (purpose.length > LONGEST.purpose)
    errors.purpose = `What it is about must be ${LONGEST.purpose} characters or fewer`;
  if (text === "") errors.text = "Enter the letter";
  if (text.length > LONGEST.text) errors.text = `The letter must be ${LONGEST.text} characters or fewer`;
  const chosen = [...advice].filter(([id]) => fields[`note-${id}`] === "on").map(([, words]) => words);
  return { errors, words: { to, purpose, text, advice: chosen } };
}

/** What the client said to the letter that they have read or heard. */
export function readConsent(
  fields: Fields,
  { words, today, by }: { words: Words; today: string; by: string },
): { errors: Errors } | { letter: Letter } {
  const errors: Errors = {};
  const how = consentWays.find((way) => way === fields.consentHow);
  const on = fields.consentOn ?? "";
  if (fields.consent !== "on") errors.consent = "Confirm that the client agreed. Without it no letter is issued";
  if (!how) errors.consentHow = "Choose how the client agreed";
  if (!isLocalDate(on)) errors.consentOn = "Enter the date on which the client agreed";
  else if (on > today) errors.consentOn = "Enter the date on which the client agreed: it can’t be after today";
  if (!how || Object.keys(errors).length > 0) return { errors };
  return { letter: { ...words, consent: { on, how, by, wording: consentTo(words) } } };
}

export type LetterLine = { text: string; right?: string; size?: number; rule?: boolean };

type Head = { practice: string; client: string; by: string; today: string };

/** All that the letter says, for its preview and its PDF alike. */
export function letterLines({ to, purpose, text, advice }: Words, { practice, client, by, today }: Head): LetterLine[] {
  const lines = (words: string): LetterLine[] => words.split("\n").map((one) => ({ text: one }));
  return [
    { text: practice, right: dayInWords(today, { year: true }), size: 16 },
    ...lines(to),
    { text: purpose, size: 13, rule: true },
    { text: `About: ${client}` },
    ...lines(text),
    ...(advice.length > 0 ? [{ text: "Advice given", size: 13 }, ...advice.flatMap(lines)] : []),
    { text: by, rule: true },
    { text: `${client} has agreed to this letter.`, size: 9 },
  ];
}
