import { z } from "zod";
import { parseMoney } from "#app/payments/money.ts";
import { expiryOf } from "#app/payments/shop/vouchers.ts";
import { addDays, dayInWords } from "#app/platform/date-time.ts";
import { emailAddress, optionalText, requiredText } from "#app/platform/form-schemas.ts";
import { priceInFull, priceInProse } from "#app/platform/money-words.ts";

/** A treatment that a voucher may be for, at its price of today. `id`: its service and minutes. */
export type TreatmentChoice = { id: string; title: string; pence: number };

/** A course that is sold on the website. `service` null: any. */
export type CourseOffer = {
  id: string;
  title: string;
  pence: number;
  sessions: number;
  serviceId: string | null;
  service: string | null;
  months: number;
};

/** What an order may be. `today`: the practice's local date. */
export type OrderBounds = {
  leastPence: number;
  mostPence: number;
  treatments: readonly TreatmentChoice[];
  today: string;
};

/** In place of a treatment. */
export const AMOUNT = "amount";

const LONGEST_NAME = 80;
export const LONGEST_MESSAGE = 300;
const DAYS_AHEAD = 366;

/** What is typed to buy a voucher. The price of a treatment is never typed. */
export function orderForm({ leastPence, mostPence, treatments, today }: OrderBounds) {
  const amountError = `Enter an amount from ${priceInProse(leastPence)} to ${priceInProse(mostPence)}, like 50 or 52.50`;
  const last = addDays(today, DAYS_AHEAD);
  return z
    .object({
      what: z.string({ error: "Choose what the voucher is for" }).default(AMOUNT),
      amount: optionalText("the amount", 12),
      recipientName: requiredText("the name of the person it is for", LONGEST_NAME),
      fromName: optionalText("who it is from", LONGEST_NAME),
      message: optionalText("the message", LONGEST_MESSAGE),
      delivery: z.enum(["email", "print"], { error: "Choose how they get it" }),
      recipientEmail: emailAddress("their email address", optionalText("their email address", 254)),
      sendOn: optionalText("the date", 10),
      buyerName: requiredText("your name", LONGEST_NAME),
      buyerEmail: emailAddress("your email address"),
    })
    .refine(({ what }) => what === AMOUNT || treatments.some(({ id }) => id === what), {
      path: ["what"],
      message: "Choose again what the voucher is for",
    })
    .refine(({ what, amount }) => what !== AMOUNT || isWithin(parseMoney(amount), [leastPence, mostPence]), {
      path: ["amount"],
      message: amountError,
    })
    .refine(({ delivery, recipientEmail }) => delivery === "print" || recipientEmail !== "", {
      path: ["recipientEmail"],
      message: "Enter their email address, or choose to print it yourself",
    })
    .refine(
      ({ sendOn }) => sendOn === "" || (z.iso.date().safeParse(sendOn).success && sendOn >= today && sendOn <= last),
      {
        path: ["sendOn"],
        message: `Enter a date from today to ${dayInWords(last, { year: true })}, or leave it blank`,
      },
    )
    .transform(({ what, amount, delivery, recipientEmail, sendOn, fromName, buyerName, ...same }) => {
      const treatment = treatments.find(({ id }) => id === what);
      const isMailed = delivery === "email";
      return {
        ...{ ...same, buyerName, fromName: fromName || buyerName },
        pence: treatment ? treatment.pence : (parseMoney(amount) ?? 0),
        treatment: treatment?.title ?? null,
        course: null as CourseOffer | null,
        recipientEmail: isMailed ? recipientEmail : null,
        sendOn: isMailed && sendOn > today ? sendOn : null,
      };
    });
}

export type NewOrder = z.output<ReturnType<typeof orderForm>>;

/** What is typed to buy a course, which stands to its buyer's name. */
export function courseForm(courses: readonly CourseOffer[]) {
  return z
    .object({
      course: z.string({ error: "Choose a course" }),
      buyerName: requiredText("your name", LONGEST_NAME),
      buyerEmail: emailAddress("your email address"),
    })
    .refine(({ course }) => courses.some(({ id }) => id === course), {
      path: ["course"],
      message: "Choose a course again",
    })
    .transform(({ course: id, ...buyer }): NewOrder => {
      const course = courses.find((one) => one.id === id) ?? null;
      const nobody = { recipientName: buyer.buyerName, recipientEmail: null, fromName: buyer.buyerName, message: "" };
      return { ...buyer, ...nobody, pence: course?.pence ?? 0, treatment: null, sendOn: null, course };
    });
}

/** `6 sessions of Deep Tissue Massage`. */
export function sessionsInWords({ sessions, service }: Pick<CourseOffer, "sessions" | "service">): string {
  return `${sessions} ${sessions === 1 ? "session" : "sessions"} of ${service ?? "any treatment"}`;
}

/** `12 months`. */
export function monthsInWords({ months }: Pick<CourseOffer, "months">): string {
  return `${months} ${months === 1 ? "month" : "months"}`;
}

/** Who gets it in place of whoever was typed first; without an address its buyer prints it. */
export const recipientForm = z.object({
  recipientName: requiredText("the name of the person it is for", LONGEST_NAME),
  recipientEmail: emailAddress("their email address", optionalText("their email address", 254)),
});

/** Who else may use a course. */
export const shareForm = z.object({ email: emailAddress("their email address") });

function isWithin(pence: number | null, [least, most]: [number, number]): boolean {
  return pence !== null && pence >= least && pence <= most;
}

export const RETURN_DAYS = 14;
/** How long names and messages stay once a voucher has ended. */
export const KEPT_DAYS = 30;

export function voucherTitle({ pence, treatment, course }: Pick<NewOrder, "pence" | "treatment" | "course">): string {
  if (course) return course.title;
  return treatment === null ? `Voucher for ${priceInFull(pence)}` : `Voucher for ${treatment}`;
}

/** What stands before the button, and is kept with the order. `months`: how long a voucher pays. */
export function termsOf(
  { pence, treatment, course }: Pick<NewOrder, "pence" | "treatment" | "course">,
  { seller, today, months }: { seller: string; today: string; months: number },
): string[] {
  const back = dayInWords(addDays(today, RETURN_DAYS), { year: true });
  if (course) {
    return [
      `You pay ${priceInFull(pence)} now, to ${seller}. Nothing is added for paying by card.`,
      `The course is ${sessionsInWords(course)}. Each session pays for one appointment until ${dayInWords(expiryOf(today, course.months), { year: true })}.`,
      `You can return it until ${back} if none of it has been used. The whole amount then goes back to your card. Later, the practice gives back what is not used.`,
      "The course is in your name. You can let people in your family use it, too.",
    ];
  }
  const what = treatment === null ? "" : ` That is the price of ${treatment} today.`;
  return [
    `You pay ${priceInFull(pence)} now, to ${seller}. Nothing is added for paying by card.${what}`,
    `The voucher is valid until ${dayInWords(expiryOf(today, months), { year: true })}, for whatever ${seller} sells, all at once or in parts.`,
    `You can return it until ${back} if none of it has been spent. The whole amount then goes back to your card.`,
    `Names, email addresses and the message are used for this voucher only. They are deleted ${KEPT_DAYS} days after it is used up, returned or expired.`,
  ];
}
