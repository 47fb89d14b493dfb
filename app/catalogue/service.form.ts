import { z } from "zod";
import { type FurtherPrice, furtherPrices } from "#app/catalogue/quote.ts";
import { type Service, type ServiceLength, type ServiceWords, VENUES } from "#app/catalogue/service.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import { isLocalDate, optionalText, requiredText, rowsOf, tickedOf, wholeNumber } from "#app/platform/form-schemas.ts";
import { PRICE_ERROR, parsePrice, priceInField } from "#app/platform/money-words.ts";

export const SERVICE_VAT = ["standard", "reduced", "zero", "exempt"] as const;

export const MOST_LENGTHS = 6;

const buffer = (what: string) => wholeNumber(what, { least: 0, most: 120, unit: "minutes", step: 5 });

// An empty row is dropped, but the others keep their index, so that an error finds its row.
const lengthRow = z
  .object({
    minutes: z.string().trim().default(""),
    price: z.string().trim().default(""),
    label: optionalText("the note", 60),
  })
  .transform(({ minutes, price, label }, context): ServiceLength | null => {
    if (minutes === "" && price === "" && label === "") return null;
    const wrong = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (!isLength(minutes)) wrong("minutes", "Enter a length in minutes: 5 to 480, in steps of 5");
    const pricePence = parsePrice(price);
    if (pricePence === null) wrong("price", PRICE_ERROR);
    return { minutes: Number(minutes), pricePence: pricePence ?? 0, label };
  });

const priceRow = z
  .object({
    minutes: z.string().trim().default(""),
    therapist: z.string().trim().default(""),
    from: z.string().trim().default(""),
    price: z.string().trim().default(""),
  })
  .transform(({ minutes, therapist, from, price }, context): FurtherPrice | null => {
    if (minutes === "" && therapist === "" && from === "" && price === "") return null;
    const wrong = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
    if (!isLength(minutes)) wrong("minutes", "Enter the minutes of the length whose price it is");
    const pricePence = parsePrice(price);
    if (pricePence === null) wrong("price", PRICE_ERROR);
    if (from !== "" && !isLocalDate(from)) wrong("from", "Enter a date in the correct format");
    if (from === "" && therapist === "") wrong("from", "Choose a therapist, or a day from which it costs this");
    return {
      minutes: Number(minutes),
      therapistId: therapist || null,
      from: from || null,
      pricePence: pricePence ?? 0,
    };
  });

/** Visitors cannot book what no therapist offers. */
export const NO_THERAPIST = "Select at least one therapist who offers this, or choose “By enquiry”";

export const serviceForm = z
  .object({
    title: requiredText("a title", 80),
    category: requiredText("a category", 40),
    summary: requiredText("one line for the card", 200),
    booking: z.enum(["online", "enquiry"], { error: "Choose how it is booked" }),
    place: z.enum(["grid", "also"], { error: "Choose where it stands" }),
    venue: z.enum(VENUES, { error: "Choose where it takes place" }).default("practice"),
    venueName: optionalText("the name of the place", 120),
    /** Not asked where no seller is registered for VAT: what is stored stays. */
    vat: z.enum(SERVICE_VAT, { error: "Choose the VAT rate" }).optional(),
    bufferBefore: buffer("the time kept free before"),
    bufferAfter: buffer("the time kept free after"),
    firstExtra: buffer("the minutes more for a first appointment").default(0),
    verb: optionalText("the caption", 120),
    detail: optionalText("the text", 6000).transform(paragraphsOf),
    whoFor: optionalText("who it is for", 1000),
    whatToExpect: optionalText("what to expect", 2000),
    whenNotToBook: optionalText("when not to book", 2000),
    lengths: rowsOf(lengthRow),
    prices: rowsOf(priceRow),
    therapists: tickedOf(),
  })
  .refine(({ venue, venueName }) => venue !== "elsewhere" || venueName !== "", {
    path: ["venueName"],
    error: "Enter the place and its address, like “Riverside Gym, Mill Lane, LY7 2AB”",
    when: ({ value }) => typeof (value as { venueName?: unknown }).venueName === "string",
  })
  // Said with the first errors, not after them.
  .refine(({ lengths }) => lengths.some((length) => length !== null), {
    path: ["lengths", 0, "minutes"],
    error: "Enter at least one length and its price, or choose “By enquiry”",
    when: ({ value }) => isOnline(value),
  })
  .refine(({ therapists }) => therapists.length > 0, {
    path: ["therapists"],
    error: NO_THERAPIST,
    when: ({ value }) => isOnline(value),
  })
  .check((context) => {
    const seen = new Set<number>();
    context.value.lengths.forEach((length, index) => {
      if (length && seen.has(length.minutes)) {
        const message = `There is a length of ${length.minutes} minutes already`;
        context.issues.push({ code: "custom", path: ["lengths", index, "minutes"], message, input: length });
      }
      if (length) seen.add(length.minutes);
    });
  })
  .check((context) => {
    const { lengths, prices } = context.value;
    const seen = new Set<string>();
    prices.forEach((price, index) => {
      if (!price) return;
      const key = `${price.minutes} ${price.therapistId} ${price.from}`;
      const wrong = (message: string) =>
        context.issues.push({ code: "custom", path: ["prices", index, "minutes"], message, input: price });
      if (seen.has(key)) wrong("There is a price for the same length, therapist and day already");
      else if (!lengths.some((length) => length?.minutes === price.minutes))
        wrong(`There is no length of ${price.minutes} minutes above`);
      seen.add(key);
    });
  })
  .transform(({ verb, detail, whoFor, whatToExpect, whenNotToBook, lengths, prices, ...service }) => ({
    ...service,
    venueName: service.venue === "elsewhere" ? service.venueName : "",
    words: { verb, detail, whoFor, whatToExpect, whenNotToBook } satisfies ServiceWords,
    lengths: lengths.filter((length) => length !== null),
    prices: prices.filter((price) => price !== null),
  }));

export type ServiceDraft = z.output<typeof serviceForm>;

export function serviceFormOf(service: Omit<Service, "id" | "slug" | "picture"> & { vat?: string }): object {
  const { words, lengths, therapistIds, title, category, summary, booking, place } = service;
  const { venue, venueName, bufferBefore, bufferAfter, firstExtra } = service;
  return {
    title,
    category,
    summary,
    booking,
    place,
    venue,
    venueName,
    ...(service.vat && { vat: service.vat }),
    bufferBefore,
    bufferAfter,
    firstExtra,
    ...words,
    detail: words.detail.join("\n\n"),
    lengths: lengths.map(({ minutes, pricePence, label }) => ({ minutes, price: priceInField(pricePence), label })),
    prices: furtherPrices(lengths).map(({ minutes, therapistId, from, pricePence }) => ({
      minutes,
      therapist: therapistId,
      from,
      price: priceInField(pricePence),
    })),
    therapists: Object.fromEntries(therapistIds.map((id) => [id, true])),
  };
}

export const therapistForm = z.object({
  name: requiredText("a name", 80),
  role: requiredText("a role", 80),
  bio: optionalText("the profile", 1500),
});

export type TherapistDraft = z.output<typeof therapistForm>;

export function therapistFormOf({ name, role, bio }: Pick<Therapist, "name" | "role" | "bio">): object {
  return { name, role, bio };
}

function isOnline(typed: unknown): boolean {
  const { booking, lengths, therapists } = typed as { booking: unknown; lengths: unknown; therapists: unknown };
  return booking === "online" && Array.isArray(lengths) && Array.isArray(therapists);
}

function isLength(typed: string): boolean {
  const minutes = Number(typed);
  return /^\d{1,3}$/.test(typed) && minutes >= 5 && minutes <= 480 && minutes % 5 === 0;
}

function paragraphsOf(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
}
