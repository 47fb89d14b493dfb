import { z } from "zod";
import { tickBox, tickedOf, wholeNumber } from "#app/platform/form-schemas.ts";

const MOST_POUNDS = 10_000;

/** The last days of accounting years to choose from, `MM-DD`: the tax year's, and the end of each month. */
export const YEAR_ENDS = [
  ...["04-05", "01-31", "02-28", "03-31", "04-30", "05-31", "06-30"],
  ...["07-31", "08-31", "09-30", "10-31", "11-30", "12-31"],
] as const;

const yearEnd = z.enum(YEAR_ENDS, { error: "Choose when your accounting year ends" });

/** In which month the first VAT quarter of a year ends. */
export const VAT_ENDS = ["03", "01", "02"] as const;

const vatEnds = z.enum(VAT_ENDS, { error: "Choose when your VAT quarters end" });

/** What a practice that takes payments has decided about fees, and about giving back and writing off. */
export const moneyRules = z.object({
  /** The most that a late cancellation or a missed appointment costs, in percent of the booked price; 0: nothing. */
  feePercent: z.number().int().min(0).max(100).default(50),
  /** A paid fee becomes the client's credit once its time is sold again; or else someone decides it. */
  returnsFees: z.boolean().default(true),
  /** What is due back of an online payment goes to its card by itself; or else someone presses. */
  sendsRefunds: z.boolean().default(true),
  /** The services for which the owner has stated that the right to cancel within 14 days does not apply. */
  leisure: z.array(z.string()).default([]),
  /** Giving back or writing off more takes an owner who has just confirmed who they are. */
  confirmAbovePence: z.number().int().min(0).default(100_00),
  /** How long a voucher or course pays, in months from its sale. */
  voucherMonths: z.number().int().min(12).max(60).default(24),
  yearEnd: yearEnd.default("04-05"),
  vatEnds: vatEnds.default("03"),
});

export type MoneyRules = z.output<typeof moneyRules>;

export const moneyRulesForm = z.object({
  feePercent: wholeNumber("the share of the price", { least: 0, most: 100, unit: "percent" }),
  returnsFees: tickBox(),
  sendsRefunds: tickBox(),
  leisure: tickedOf(),
  confirmAbove: wholeNumber("the amount", { least: 0, most: MOST_POUNDS, unit: "pounds" }),
  voucherMonths: wholeNumber("how long a voucher pays", { least: 12, most: 60, unit: "months" }).default(24),
  yearEnd,
  vatEnds: vatEnds.default("03"),
});

/** Whether vouchers are bought on the website, whose they are, and between which amounts. */
export const voucherShop = z.object({
  on: z.boolean().default(false),
  sellerId: z.string().default("1"),
  leastPence: z.number().int().min(100).default(10_00),
  mostPence: z.number().int().min(100).default(250_00),
  /** Whether a treatment can be chosen in place of an amount. */
  treatments: z.boolean().default(true),
  /** The courses of the seller's list that are sold there, by id, and how many months they pay. */
  courses: z.array(z.string()).default([]),
  courseMonths: z.number().int().min(1).max(60).default(12),
});

export type VoucherShop = z.output<typeof voucherShop>;

type Shop = { payments: { on: boolean; online: boolean }; voucherShop: VoucherShop };

/** Whether the website says that vouchers are sold on it. */
export function sellsVouchers({ payments, voucherShop }: Shop): boolean {
  return payments.on && payments.online && voucherShop.on;
}

const MOST_VOUCHER_POUNDS = 1_000;

/** `sellerIds`: of those who can be paid online. */
export const voucherShopForm = ({ sellerIds }: { sellerIds: readonly string[] }) =>
  z
    .object({
      on: tickBox(),
      sellerId: z.string().max(80).default("1"),
      least: wholeNumber("the least amount", { least: 1, most: MOST_VOUCHER_POUNDS, unit: "pounds" }),
      most: wholeNumber("the largest amount", { least: 1, most: MOST_VOUCHER_POUNDS, unit: "pounds" }),
      treatments: tickBox(),
      courses: tickedOf(),
      courseMonths: wholeNumber("how long a course pays", { least: 1, most: 60, unit: "months" }).default(12),
    })
    .refine(({ least, most }) => least <= most, {
      path: ["most"],
      message: "Enter a largest amount that is not below the least",
    })
    .refine(({ on, sellerId }) => !on || sellerIds.includes(sellerId), {
      path: ["sellerId"],
      message: "Choose a seller who is paid online. Switch that on first under Payments online",
    });

export function voucherShopFormOf({ leastPence, mostPence, courses, ...shop }: VoucherShop): object {
  const ticked = Object.fromEntries(courses.map((id) => [id, true]));
  return { ...shop, courses: ticked, least: Math.floor(leastPence / 100), most: Math.floor(mostPence / 100) };
}

type Settings = { payments: { on: boolean }; bookingRules: { chargesLate: boolean }; moneyRules: MoneyRules };

/** The most that a late change may cost, in percent of the price, as pages say it; 0: nothing is said. */
export function lateFeePercent({ payments, bookingRules, moneyRules }: Settings): number {
  return payments.on && bookingRules.chargesLate ? moneyRules.feePercent : 0;
}

export function moneyRulesFormOf({ leisure, confirmAbovePence, ...rules }: MoneyRules): object {
  const ticked = Object.fromEntries(leisure.map((id) => [id, true]));
  return { ...rules, leisure: ticked, confirmAbove: Math.floor(confirmAbovePence / 100) };
}
