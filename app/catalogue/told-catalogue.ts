import { priceInFull } from "#app/catalogue/price.ts";
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
  | "lengths"
  | "therapistIds"
>;

/** A service as the audit tells it: its lengths and therapists in words. */
export function toldService(service: ToldService, nameOf: (therapistId: string) => string): object {
  const { title, category, summary, booking, place, bufferBefore, bufferAfter, words } = service;
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
    bufferBefore,
    bufferAfter,
    lengths: lengths.join(", "),
    therapists: service.therapistIds.map(nameOf).sort().join(", "),
    ...words,
    detail: words.detail.join(" "),
  };
}

export function toldTherapist({ name, role, bio }: TherapistDraft): object {
  return { name, role, bio };
}
