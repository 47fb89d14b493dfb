/** What an answer may mean: leave the place alone, check first, or call before the appointment. */
export type Flag = "avoid" | "check" | "call";

/** A question that is answered yes or no; `flag`: what a yes means. */
export type Question = { id: string; title: string; flag: Flag };

/** A line that is written, never required. */
export type Words = { id: string; title: string; hint?: string };

export type HealthForm = {
  version: number;
  sections: readonly { title: string; questions: readonly Question[]; words: Words }[];
  words: readonly Words[];
};

export const LONGEST_ANSWER = 2000;

/**
 * The form for sports massage. A new version gets a new number and leaves this one as it is: answers name the version
 * that they answer.
 */
export const HEALTH_FORM: HealthForm = {
  version: 1,
  sections: [
    {
      title: "Right now",
      questions: [
        { id: "fever", title: "Do you have a fever or an infection?", flag: "call" },
        {
          id: "clot",
          title: "Is a calf swollen, hot or painful, above all after travel, an operation or days in bed?",
          flag: "call",
        },
        { id: "chest", title: "Do you have chest pain, or are you short of breath at rest?", flag: "call" },
        {
          id: "saddle",
          title: "Is there new numbness between your legs, or a change in your bladder or bowel?",
          flag: "call",
        },
        { id: "lump", title: "Have you found a lump, or lost weight, and don’t know why?", flag: "call" },
        { id: "cancer", title: "Are you being treated for cancer?", flag: "call" },
        {
          id: "injury",
          title: "Were you hurt in the last three days, and can’t put weight on it?",
          flag: "call",
        },
      ],
      words: { id: "now", title: "Tell us more about any yes (optional)" },
    },
    {
      title: "Your health",
      questions: [
        { id: "thinners", title: "Do you take blood thinners?", flag: "check" },
        { id: "pregnant", title: "Are you pregnant?", flag: "check" },
        { id: "heart", title: "Do you have a heart condition or high blood pressure?", flag: "check" },
        { id: "diabetes", title: "Do you have diabetes with numbness in your hands or feet?", flag: "check" },
        { id: "bones", title: "Do you have osteoporosis, or do your bones break easily?", flag: "check" },
        { id: "epilepsy", title: "Do you have epilepsy?", flag: "check" },
        { id: "operation", title: "Have you had an operation in the last six months?", flag: "check" },
        { id: "cortisone", title: "Have you had a cortisone injection in the last six weeks?", flag: "check" },
      ],
      words: {
        id: "health",
        title: "Tell us more about any yes (optional)",
        hint: "For instance how many weeks, or when.",
      },
    },
    {
      title: "Places to leave alone",
      questions: [
        { id: "veins", title: "Do you have varicose veins?", flag: "avoid" },
        { id: "skin", title: "Do you have a skin infection or a rash?", flag: "avoid" },
        { id: "wound", title: "Do you have an open wound, a bruise or a burn?", flag: "avoid" },
        { id: "sprain", title: "Do you have a fresh sprain or strain?", flag: "avoid" },
        { id: "implant", title: "Do you have an implant, a pin, a plate or a port?", flag: "avoid" },
      ],
      words: { id: "places", title: "Where? (optional)" },
    },
  ],
  words: [
    {
      id: "help",
      title: "What would you like help with? (optional)",
      hint: "Where it hurts, since when, and your sport.",
    },
    { id: "medicines", title: "Medicines you take (optional)" },
    { id: "allergies", title: "Allergies, for instance to oils or plasters (optional)" },
    { id: "emergency", title: "Someone to call in an emergency (optional)", hint: "A name and a number." },
  ],
};

const QUESTIONS = HEALTH_FORM.sections.flatMap(({ questions }) => questions);
const WORDS = [...HEALTH_FORM.sections.map(({ words }) => words), ...HEALTH_FORM.words];

/** Of whoever is under 16 a parent or guardian answers and consents. */
export type Answers = {
  yes: readonly string[];
  words: Record<string, string>;
  guardian: { name: string; relation: string } | null;
};

type Read = { kind: "read"; answers: Answers } | { kind: "invalid"; errors: Record<string, string> };

/** Reads the fields of the form. Every error names its question. */
export function readAnswers(fields: Readonly<Record<string, string>>): Read {
  const errors: Record<string, string> = {};
  for (const { id, title } of QUESTIONS)
    if (!["yes", "no"].includes(fields[id] ?? "")) errors[id] = `Answer yes or no: ${title}`;
  const words: Record<string, string> = {};
  for (const { id, title } of WORDS) {
    const text = plain(fields[id]);
    if (text.length > LONGEST_ANSWER) errors[id] = `Use 2,000 characters or fewer: ${title.replace(" (optional)", "")}`;
    if (text !== "") words[id] = text;
  }
  if (!["yes", "no"].includes(fields.adult ?? "")) errors.adult = "Answer yes or no: Are you 16 or over?";
  const guardian = fields.adult === "no" ? { name: plain(fields.guardian), relation: plain(fields.relation) } : null;
  if (guardian?.name === "") errors.guardian = "Enter the full name of the parent or guardian";
  if (guardian?.relation === "") errors.relation = "Enter how the parent or guardian is related, like mother";
  for (const name of ["guardian", "relation"] as const)
    if (guardian && plain(fields[name]).length > 100)
      errors[name] = "Use 100 characters or fewer for the parent or guardian";
  if (fields.consent !== "on")
    errors.consent = "Tick the box to agree. Without it nothing is stored, and your appointment stands";
  if (Object.keys(errors).length > 0) return { kind: "invalid", errors };
  const yes = QUESTIONS.filter(({ id }) => fields[id] === "yes").map(({ id }) => id);
  return { kind: "read", answers: { yes, words, guardian } };
}

function plain(text: string | undefined): string {
  return (text ?? "").replaceAll("\r\n", "\n").trim();
}

/** Which questions were answered in a way that means something, by what it means. */
export type Flags = Record<Flag, string[]>;

export function flagsOf({ yes }: Answers): Flags {
  const flags: Flags = { call: [], check: [], avoid: [] };
  for (const { id, flag } of QUESTIONS) if (yes.includes(id)) flags[flag].push(id);
  return flags;
}

export const FLAG_WORDS: Record<Flag, string> = {
  call: "Call first",
  check: "Check first",
  avoid: "Avoid this area",
};
