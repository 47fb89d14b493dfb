import { z } from "zod";
import { optionalText, requiredText, tickedOf } from "#app/platform/typed.ts";
import type { PlaceWords } from "#app/settings/body-places.ts";

/** What an admin may say of a place, and the services ticked for it. */
export const placeForm = z.object({
  sentence: requiredText("the sentence", 300),
  advice: optionalText("when to see somebody first", 500),
  services: tickedOf(),
}) satisfies z.ZodType<PlaceWords>;

export function placeFormOf({ services, ...words }: PlaceWords): object {
  return { ...words, services: Object.fromEntries(services.map((slug) => [slug, true])) };
}
