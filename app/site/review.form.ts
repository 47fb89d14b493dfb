import { z } from "zod";
import { localDate, requiredText } from "#app/platform/form-schemas.ts";

const DATE = "Enter the date when it was written";

/** A review as the owner enters it, with the declaration that it is genuine. */
export const reviewForm = z
  .object({
    words: requiredText("the words", 2000),
    name: requiredText("the name", 80),
    source: requiredText("where it was written", 80),
    givenOn: z.string({ error: DATE }).trim().pipe(localDate(DATE)),
    isGenuine: z.literal("on", { error: "Confirm that it is genuine, or do not show it" }),
  })
  .transform(({ words, name, source, givenOn }) => ({ words, name, source, givenOn }));

export type ReviewDraft = z.output<typeof reviewForm>;

export function reviewFormOf({ words, name, source, givenOn }: Omit<Review, "id">): object {
  return { words, name, source, givenOn };
}

export type Review = { id: string; words: string; name: string; source: string; givenOn: string };
