import { z } from "zod";
import { tickedOf, wholeNumber } from "#app/platform/form-schemas.ts";

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
export const prepayment = z.object({
  what: what.default("none"),
  pence: z.number().int().min(100).default(15_00),
  percent: z.number().int().min(1).max(100).default(25),
  /** `new`: whoever is not signed in as a client who has been here. `flagged`: of whom `flagCount` occasions are known. */
  who: who.default("all"),
  /** So many late cancellations, missed appointments and late moves within so many months flag a client. */
  flagCount: z.number().int().min(1).max(10).default(2),
  flagMonths: z.number().int().min(1).max(24).default(6),
  /** The services that it is for. */
  services: z.array(z.string()).default([]),
  whenStopped: whenStopped.default("unpaid"),
});

export type PrepaymentRule = z.output<typeof prepayment>;

const MOST_POUNDS = 1_000;

/** `canKeepCards`: a seller’s provider does. */
export const prepaymentForm = ({ canKeepCards }: { canKeepCards: boolean }) =>
  z
    .object({
      who,
      what,
      pounds: wholeNumber("the amount", { least: 1, most: MOST_POUNDS, unit: "pounds" }),
      percent: wholeNumber("the share", { least: 1, most: 100, unit: "percent" }),
      flagCount: wholeNumber("how many", { least: 1, most: 10, unit: "occasions" }).default(2),
      flagMonths: wholeNumber("the months", { least: 1, most: 24, unit: "months" }).default(6),
      services: tickedOf(),
      whenStopped,
    })
    .refine(({ what, services }) => what === "none" || services.length > 0, {
      path: ["what"],
      message: "Tick at least one service, or choose “nothing”",
    })
    .refine(({ what }) => what !== "card" || canKeepCards, {
      path: ["what"],
      message: "Cards can be kept once a seller is paid through Stripe. Choose something else",
    });

export function prepaymentFormOf({ services, pence, ...rule }: PrepaymentRule): object {
  return { ...rule, pounds: Math.floor(pence / 100), services: Object.fromEntries(services.map((id) => [id, true])) };
}
