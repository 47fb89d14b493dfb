import { priceInFull } from "#app/catalogue/price.ts";
import type { FurtherPrice } from "#app/catalogue/quote.ts";
import type { TherapistDraft } from "#app/catalogue/service.form.ts";
import type { Service } from "#app/catalogue/service.ts";

type ToldService = Pick<
  Service,
  | "title"
  | "category"
  | "summary"
  | "words"
  | "bufferBefore"
  | "bufferAfter"
  | "booking"
  | "place"
  | "venue"
  | "venueName"
  | "lengths"
  | "therapistIds"
> & { prices: readonly FurtherPrice[] };

/** A service as the audit tells it: its lengths and therapists in words. */
export function toldService(service: ToldService, nameOf: (therapistId: string) => string): object {
  const { title, category, summary, booking, place, venue, venueName, words, prices } = service;
  const { bufferBefore, bufferAfter } = service;
  const lengths = service.lengths.map(({ minutes, pricePence, label }) => {
    const length = `${minutes} minutes ${priceInFull(pricePence)}`;
    return label ? `${length} (${label})` : length;
  });
  return {
    title,
    category,
    summary,
    booking,
    place,
    venue: [venue, venueName].filter(Boolean).join(": "),
    bufferBefore,
    bufferAfter,
    lengths: lengths.join(", "),
    "further prices": prices.map((price) => furtherInWords(price, nameOf)).join(", "),
    therapists: service.therapistIds.map(nameOf).sort().join(", "),
    ...words,
    detail: words.detail.join(" "),
  };
}

function furtherInWords({ minutes, therapistId, from, pricePence }: FurtherPrice, nameOf: (id: string) => string) {
  const whose = therapistId === null ? "" : ` with ${nameOf(therapistId)}`;
  return `${minutes} minutes ${priceInFull(pricePence)}${whose}${from === null ? "" : ` from ${from}`}`;
}

export function toldTherapist({ name, role, bio }: TherapistDraft): object {
  return { name, role, bio };
}
