import { z } from "zod";
import { tickBox } from "#app/platform/form-schemas.ts";

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
const AGES = { least: 18, most: 60 };

/** Whether the practice keeps health records here, for how long, and the fingerprint of the key that wraps theirs. */
export const health = z.object({
  on: z.boolean().default(false),
  /** Empty until a key was made. Another key shuts health, and no new one is made. */
  keyId: z.string().default(""),
  bodies: z.array(z.enum(BODIES)).default([]),
  /** What the practice keeps for longer than these ask; null: as long as they ask. */
  ownAdultYears: z.number().int().nullable().default(null),
  ownMinorUntil: z.number().int().nullable().default(null),
  /** Whether clients read the notes about them once they are locked. Advice and exercises they read anyway. */
  showsNotes: z.boolean().default(false),
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
    showsNotes: tickBox(),
  })
  .transform(({ ownAdultYears, ownMinorUntil, showsNotes, ...ticked }) => ({
    bodies: BODIES.filter((body) => ticked[body]),
    ...{ ownAdultYears, ownMinorUntil, showsNotes },
  }));

export function healthFormOf({ bodies, ownAdultYears, ownMinorUntil, showsNotes }: HealthRules): object {
  const ticked = Object.fromEntries(BODIES.map((body) => [body, bodies.includes(body)]));
  return { ...ticked, ownAdultYears, ownMinorUntil, showsNotes };
}
