import type { z } from "zod";
import { REGIONS, type Region, regionBy } from "#app/body-map/region.ts";
import type { FLAGS, question } from "#app/health/form/question.form.ts";

/** What an answer may mean: leave the place alone, check first, or call before the appointment. */
export type Flag = (typeof FLAGS)[number];

export type Question = z.output<typeof question>;

/** The questions of one version, in their order. Answers name the version that they answer. */
export type HealthForm = { version: number; questions: readonly Question[] };

export const LONGEST_ANSWER = 2000;

function yesNo(group: string, flag: Flag, titles: Record<string, string>): Question[] {
  return Object.entries(titles).map(([id, title]) => ({
    ...{ id, group, flag, title, type: "yes-no", hint: "", options: [], required: true },
  }));
}

function text(group: string, id: string, title: string, hint = ""): Question {
  return { id, group, title, hint, type: "text", flag: null, options: [], required: false };
}

function body(group: string, id: string, title: string, hint: string): Question {
  return { id, group, title, hint, type: "body", flag: null, options: [], required: false };
}

const NOW = "Right now";
const HEALTH = "Your health";
const PLACES = "Places to leave alone";
const YOU = "About you";

/** The form for sports massage that every practice starts with. Practices change it; this version stays as it is. */
export const DEFAULT_FORM: HealthForm = {
  version: 1,
  questions: [
    ...yesNo(NOW, "call", {
      fever: "Do you have a fever or an infection?",
      clot: "Is a calf swollen, hot or painful, above all after travel, an operation or days in bed?",
      chest: "Do you have chest pain, or are you short of breath at rest?",
      saddle: "Is there new numbness between your legs, or a change in your bladder or bowel?",
      lump: "Have you found a lump, or lost weight, and don’t know why?",
      cancer: "Are you being treated for cancer?",
      injury: "Were you hurt in the last three days, and can’t put weight on it?",
    }),
    text(NOW, "now", "Tell us more about any yes"),
    ...yesNo(HEALTH, "check", {
      thinners: "Do you take blood thinners?",
      pregnant: "Are you pregnant?",
      heart: "Do you have a heart condition or high blood pressure?",
      diabetes: "Do you have diabetes with numbness in your hands or feet?",
      bones: "Do you have osteoporosis, or do your bones break easily?",
      epilepsy: "Do you have epilepsy?",
      operation: "Have you had an operation in the last six months?",
      cortisone: "Have you had a cortisone injection in the last six weeks?",
    }),
    text(HEALTH, "health", "Tell us more about any yes", "For instance how many weeks, or when."),
    ...yesNo(PLACES, "avoid", {
      veins: "Do you have varicose veins?",
      skin: "Do you have a skin infection or a rash?",
      wound: "Do you have an open wound, a bruise or a burn?",
      sprain: "Do you have a fresh sprain or strain?",
      implant: "Do you have an implant, a pin, a plate or a port?",
    }),
    text(PLACES, "places", "Where?"),
    text(YOU, "help", "What would you like help with?", "Where it hurts, since when, and your sport."),
    body(YOU, "where", "Where is it?", "Mark each place that hurts, or feels tight or numb. Left and right are yours."),
    text(YOU, "medicines", "Medicines you take"),
    text(YOU, "allergies", "Allergies, for instance to oils or plasters"),
    text(YOU, "emergency", "Someone to call in an emergency", "A name and a number."),
  ],
};

/** The questions by their headings, as they stand one below the other. */
export function groupsOf({ questions }: Pick<HealthForm, "questions">): { title: string; questions: Question[] }[] {
  const groups: { title: string; questions: Question[] }[] = [];
  for (const one of questions) {
    const last = groups.at(-1);
    if (last?.title === one.group) last.questions.push(one);
    else groups.push({ title: one.group, questions: [one] });
  }
  return groups;
}

/** `words`: what was written or chosen; of a body, the ids of the places that were marked. Of whoever is under 16 a parent or guardian answers and consents. */
export type Answers = {
  yes: readonly string[];
  words: Record<string, string>;
  guardian: { name: string; relation: string } | null;
};

type Read = { kind: "read"; answers: Answers } | { kind: "invalid"; errors: Record<string, string> };
type Fields = Readonly<Record<string, string>>;

/** Reads the fields of the form. Every error names its question. */
export function readAnswers({ questions }: Pick<HealthForm, "questions">, fields: Fields): Read {
  const errors: Record<string, string> = {};
  const words: Record<string, string> = {};
  for (const one of questions) {
    const error = answerError(one, fields);
    if (error) errors[one.id] = error;
    const written = one.type === "yes-no" ? "" : typedIn(one, fields);
    if (written !== "") words[one.id] = written;
  }
  Object.assign(errors, ageErrors(fields));
  if (fields.consent !== "on")
    errors.consent = "Select the box to agree. Without it nothing is sent, and your appointment is still booked";
  if (Object.keys(errors).length > 0) return { kind: "invalid", errors };
  const yes = questions.filter(({ id, type }) => type === "yes-no" && fields[id] === "yes").map(({ id }) => id);
  const guardian = fields.adult === "no" ? { name: plain(fields.guardian), relation: plain(fields.relation) } : null;
  return { kind: "read", answers: { yes, words, guardian } };
}

/** What is wrong with one answer; null: nothing. */
export function answerError(question: Question, fields: Fields): string | null {
  const { type, title, options, required } = question;
  const typed = typedIn(question, fields);
  if (type === "yes-no") return ["yes", "no"].includes(typed) ? null : `Answer yes or no: ${title}`;
  if (type === "choice") {
    const isOpen = typed === "" && !required;
    return isOpen || options.includes(typed) ? null : `Choose an answer: ${title}`;
  }
  if (type === "body") return required && typed === "" ? `Mark a place: ${title}` : null;
  if (typed.length > LONGEST_ANSWER) return `Use 2,000 characters or fewer: ${title}`;
  return required && typed === "" ? `Enter an answer: ${title}` : null;
}

/** What is wrong with who answers, by field. */
export function ageErrors(fields: Fields): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!["yes", "no"].includes(fields.adult ?? "")) errors.adult = "Answer yes or no: Are you 16 or over?";
  if (fields.adult !== "no") return errors;
  const [name, relation] = [plain(fields.guardian), plain(fields.relation)];
  if (name === "") errors.guardian = "Enter the full name of the parent or guardian";
  if (relation === "") errors.relation = "Enter how the parent or guardian is related, like mother";
  for (const [field, typed] of [
    ["guardian", name],
    ["relation", relation],
  ] as const)
    if (typed.length > 100) errors[field] = "Use 100 characters or fewer for the parent or guardian";
  return errors;
}

/** The field of one place on the body. */
export const placeField = (id: string, region: Region) => `${id}.${region.id}`;

/** The fields that a question sends. */
export function fieldsOfQuestion({ id, type }: Question): string[] {
  return type === "body" ? REGIONS.map((region) => placeField(id, region)) : [id];
}

function typedIn({ id, type }: Question, fields: Fields): string {
  if (type !== "body") return plain(fields[id]);
  return REGIONS.filter((region) => fields[placeField(id, region)] === "on")
    .map((region) => region.id)
    .join(" ");
}

/** The places that were marked, in the order of the body. */
export function placesIn(written: string): Region[] {
  return written.split(" ").flatMap((id) => regionBy(id) ?? []);
}

/** What was written or chosen, as it is read. */
export function answerInWords({ id, type }: Question, words: Answers["words"]): string {
  const written = words[id] ?? "";
  return type === "body"
    ? placesIn(written)
        .map(({ name }) => name)
        .join(", ")
    : written;
}

function plain(typed: string | undefined): string {
  return (typed ?? "").replaceAll("\r\n", "\n").trim();
}

/** Which questions were answered in a way that means something, by what it means. */
export type Flags = Record<Flag, string[]>;

export function flagsOf({ questions }: Pick<HealthForm, "questions">, { yes }: Answers): Flags {
  const flags: Flags = { call: [], check: [], avoid: [] };
  for (const { id, flag } of questions) if (flag && yes.includes(id)) flags[flag].push(id);
  return flags;
}

/** Whether someone has to sign the flags off anew: a question that raises one came, went, or reads otherwise. */
export function changesFlags(before: readonly Question[], after: readonly Question[]): boolean {
  const raising = (questions: readonly Question[]) =>
    questions
      .flatMap(({ id, flag, title, hint }) => (flag ? [JSON.stringify([id, flag, title, hint])] : []))
      .sort()
      .join();
  return raising(before) !== raising(after);
}

/** One place up or down. At the edge of its group a question moves into the next one first, and stays in its place. */
export function moveQuestion(questions: readonly Question[], id: string, by: -1 | 1): Question[] {
  const at = questions.findIndex((one) => one.id === id);
  const [moved, neighbour] = [questions[at], questions[at + by]];
  if (!moved || !neighbour) return [...questions];
  if (moved.group !== neighbour.group) return questions.with(at, { ...moved, group: neighbour.group });
  return questions.with(at, neighbour).with(at + by, moved);
}

export const FLAG_WORDS: Record<Flag, string> = {
  call: "Call first",
  check: "Check first",
  avoid: "Avoid this area",
};
