import { z } from "zod";
import { isLocalDate, tickBox } from "#app/platform/form-schemas.ts";

/** Who asks for records to be kept, and for how long, as it stood in November 2026. */
export const BODIES = ["balens", "therapistInsurance", "fht", "cnhc"] as const;
export type Body = (typeof BODIES)[number];

/** `adultYears`: after the last appointment. `minorUntil`: the age until which a child's record is kept. */
export const KEPT_FOR: Record<Body, { name: string; adultYears: number; minorUntil: number; source: string }> = {
  balens: {
    name: "Balens",
    adultYears: 7,
    minorUntil: 25,
    source: "its advice to therapists: 7 years, after 18 for children",
  },
  therapistInsurance: {
    name: "Therapist Insurance",
    adultYears: 7,
    minorUntil: 25,
    source: "therapistinsurance.co.uk: 7 years, after 18 for children",
  },
  fht: {
    name: "FHT",
    adultYears: 10,
    minorUntil: 28,
    source: "notices of its members: 10 years, after 18 for children",
  },
  cnhc: {
    name: "CNHC",
    adultYears: 8,
    minorUntil: 26,
    source: "notices of its members: 8 years, children until 25, or 26 if treated at 17",
  },
};

const LONGEST = 40;
export const LONGEST_SOURCE = 200;
const AGES = { least: 18, most: 60 };

/** After how many months a client fills the form in anew; "never": each form counts until they send another. */
export const RENEWALS = ["6", "12", "24", "never"] as const;
export type Renewal = (typeof RENEWALS)[number];

/** `every 12 months` */
export const RENEWAL_WORDS: Record<Renewal, string> = {
  "6": "every 6 months",
  "12": "every 12 months",
  "24": "every 2 years",
  never: "never",
};

/** The first day (`2026-03-03`) of which a form still counts today; null: each counts. */
export function countsFrom(today: string, renewal: Renewal): string | null {
  if (renewal === "never") return null;
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  const months = year * 12 + month - 1 - Number(renewal);
  // In a shorter month, its last day.
  const last = new Date(Date.UTC(Math.floor(months / 12), (months % 12) + 1, 0));
  return `${last.toISOString().slice(0, 8)}${String(Math.min(day, last.getUTCDate())).padStart(2, "0")}`;
}

/** Whether the practice keeps health records here, for how long, and the fingerprint of the key that wraps theirs. */
export const health = z.object({
  on: z.boolean().default(false),
  /** Empty until a key was made. Another key shuts health, and no new one is made. */
  keyId: z.string().default(""),
  bodies: z.array(z.enum(BODIES)).default([]),
  /** What the practice keeps for longer than these ask; null: as long as they ask. */
  ownAdultYears: z.number().int().nullable().default(null),
  ownMinorUntil: z.number().int().nullable().default(null),
  /** Where the practice's own years stand, and on which day somebody looked (`2026-11-28`); empty: not said. */
  ownSource: z.string().default(""),
  ownCheckedOn: z.string().default(""),
  /** Whether clients read the notes about them once they are locked. Advice and exercises they read anyway. */
  showsNotes: z.boolean().default(false),
  renewal: z.enum(RENEWALS).default("12"),
});

export type HealthRules = z.output<typeof health>;

/** The longest that anyone asks. Who names nobody keeps them as long as the longest of all. */
export function keptFor({ bodies, ownAdultYears, ownMinorUntil }: HealthRules) {
  const chosen = (bodies.length > 0 ? bodies : BODIES).map((body) => KEPT_FOR[body]);
  return {
    adultYears: Math.max(...chosen.map(({ adultYears }) => adultYears), ownAdultYears ?? 0),
    minorUntil: Math.max(...chosen.map(({ minorUntil }) => minorUntil), ownMinorUntil ?? 0),
  };
}

/**
 * The last day on which a record is kept whose last day was this one. A child's age is not asked, so theirs is kept as
 * long as the youngest one's would be.
 */
export function keptUntil(
  day: string,
  { adultYears, minorUntil }: ReturnType<typeof keptFor>,
  isChild: boolean,
): string {
  const year = Number(day.slice(0, 4)) + (isChild ? Math.max(adultYears, minorUntil) : adultYears);
  // There may be no 29 February in that year.
  return `${year}${day.slice(4) === "-02-29" ? "-02-28" : day.slice(4)}`;
}

const optionalNumber = (what: string, least: number, most: number) =>
  z
    .string()
    .default("")
    .transform((typed, context) => {
      const text = typed.trim();
      if (text === "") return null;
      const number = Number(text);
      if (/^\d+$/.test(text) && number >= least && number <= most) return number;
      context.addIssue({
        code: "custom",
        message: `Enter ${what} as a whole number from ${least} to ${most}, or leave it blank`,
      });
      return z.NEVER;
    });

export const healthForm = z
  .object({
    ...{ balens: tickBox(), therapistInsurance: tickBox(), fht: tickBox(), cnhc: tickBox() },
    ownAdultYears: optionalNumber("the years", 1, LONGEST),
    ownMinorUntil: optionalNumber("the age", AGES.least, AGES.most),
    ownSource: z
      .string()
      .default("")
      .transform((typed) => typed.trim())
      .pipe(z.string().max(LONGEST_SOURCE, `Use ${LONGEST_SOURCE} characters or fewer`)),
    ownCheckedOn: z
      .string()
      .default("")
      .refine((typed) => typed === "" || isLocalDate(typed), "Enter the day as a date, or leave it blank"),
    showsNotes: tickBox(),
    renewal: z.enum(RENEWALS, "Choose how often the form is filled in anew"),
  })
  .transform(({ ownAdultYears, ownMinorUntil, ownSource, ownCheckedOn, showsNotes, renewal, ...ticked }) => ({
    bodies: BODIES.filter((body) => ticked[body]),
    ...{ ownAdultYears, ownMinorUntil, ownSource, ownCheckedOn, showsNotes, renewal },
  }));

export function healthFormOf({ bodies, on: _on, keyId: _keyId, ...rules }: HealthRules): object {
  return { ...Object.fromEntries(BODIES.map((body) => [body, bodies.includes(body)])), ...rules };
}
