import { z } from "zod";
import { tickBox, tickedOf, wholeNumber } from "#app/platform/form-schemas.ts";

/** Whether the practice takes payments here. `since`: when it was first switched on (epoch ms). */
export const payments = z.object({
  on: z.boolean().default(false),
  since: z.number().int().nullable().default(null),
  /** Whether the bookkeepers get a mail with a link on the first of a month. */
  monthlyMail: z.boolean().default(false),
  /** Whether a seller has switched on payments by link. */
  online: z.boolean().default(false),
});

export type PaymentRules = z.output<typeof payments>;

export const PREPAYS = {
  none: "nothing",
  card: "nothing, and their card is kept",
  amount: "a fixed amount",
  share: "a share of the price",
  full: "the whole price",
};
/** What becomes of bookings that are paid first, while nobody can pay. */
export const WHEN_STOPPED = {
  unpaid: "Take the booking without payment",
  phone: "Take it by phone only",
};
export const WHO_PREPAYS = {
  all: "Everyone",
  new: "New clients",
  flagged: "Clients who cancelled late, missed or moved late",
  either: "New clients, and those who cancelled late, missed or moved late",
};

const what = z.enum(["none", "card", "amount", "share", "full"], { error: "Choose what is paid" });
const whenStopped = z.enum(["unpaid", "phone"], { error: "Choose what happens while card payments don’t work" });
const who = z.enum(["all", "new", "flagged", "either"], { error: "Choose who pays" });

/** What someone who books online pays before the booking stands. */
const prepaymentRule = z.object({
  /** `new`: whoever is not signed in as a client who has been here. `flagged`: of whom `flagCount` occasions are known. */
  who: who.default("all"),
  /** The services that it is for. */
  services: z.union([z.literal("all"), z.array(z.string())]).default("all"),
  what: what.default("amount"),
  pence: z.number().int().min(100).default(15_00),
  percent: z.number().int().min(1).max(100).default(25),
  /** So many minutes before the start all of it still goes back; null: as many as the practice's notice, the most it can be. */
  notice: z.number().int().min(0).nullable().default(null),
});

export type PrepaymentRule = z.output<typeof prepaymentRule>;

export const MOST_RULES = 6;

/** The first rule that is for a booking's service and client counts. */
export const prepayment = z.preprocess(
  listed,
  z.object({
    rules: z.array(prepaymentRule).max(MOST_RULES).default([]),
    /** So many late cancellations, missed appointments and late moves within so many months flag a client. */
    flagCount: z.number().int().min(1).max(10).default(2),
    flagMonths: z.number().int().min(1).max(24).default(6),
    whenStopped: whenStopped.default("unpaid"),
  }),
);

export type Prepayment = z.output<typeof prepayment>;

/** What was stored while there was one rule is a list of one. */
function listed(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null || "rules" in stored || !("what" in stored)) return stored;
  const { who, what, pence, percent, services = [], ...shared } = stored as Record<string, unknown>;
  return { ...shared, rules: what === "none" ? [] : [{ who, what, pence, percent, services }] };
}

const MOST_POUNDS = 1_000;
const MOST_HOURS = 14 * 24;
const BAD_HOURS = `Enter the hours: 0 to ${MOST_HOURS}, or leave it blank`;

/** `canKeepCards`: a seller’s provider does. */
export const prepaymentRuleForm = ({ canKeepCards }: { canKeepCards: boolean }) =>
  z
    .object({
      who,
      what,
      pounds: wholeNumber("the amount", { least: 1, most: MOST_POUNDS, unit: "pounds" }),
      percent: wholeNumber("the share", { least: 1, most: 100, unit: "percent" }),
      hours: z
        .string()
        .trim()
        .regex(/^\d{0,3}$/, BAD_HOURS)
        .refine((typed) => Number(typed) <= MOST_HOURS, BAD_HOURS)
        .transform((typed) => (typed === "" ? null : Number(typed)))
        .default(null),
      isForAll: tickBox(),
      services: tickedOf(),
    })
    .refine(({ isForAll, services }) => isForAll || services.length > 0, {
      path: ["isForAll"],
      message: "Select at least one service, or all services",
    })
    .refine(({ what }) => what !== "card" || canKeepCards, {
      path: ["what"],
      message: "Cards can be kept once a seller is paid through Stripe. Choose something else",
    });

export function prepaymentRuleFormOf({ who, what, percent, pence, notice, services }: PrepaymentRule): object {
  return {
    ...{ who, what, percent, pounds: Math.floor(pence / 100), hours: notice === null ? "" : Math.floor(notice / 60) },
    isForAll: services === "all",
    services: services === "all" ? {} : Object.fromEntries(services.map((id) => [id, true])),
  };
}

export function prepaymentRuleOf(typed: z.output<ReturnType<typeof prepaymentRuleForm>>): PrepaymentRule {
  const { pounds, hours, isForAll, services, ...rule } = typed;
  return {
    ...{ ...rule, pence: pounds * 100, notice: hours === null ? null : hours * 60 },
    services: isForAll ? "all" : services,
  };
}

/** A rule as the form of a new one begins. */
export const NEW_RULE: PrepaymentRule = prepaymentRule.parse({});

/** What all rules share. */
export const prepaymentForm = z.object({
  flagCount: wholeNumber("how many", { least: 1, most: 10, unit: "occasions" }),
  flagMonths: wholeNumber("the months", { least: 1, most: 24, unit: "months" }),
  whenStopped,
});
