import { z } from "zod";

/** What the practice says of a place of the body: a sentence, when to see someone first, and what it does there. */
const placeWords = z.object({ sentence: z.string(), advice: z.string(), services: z.array(z.string()) });

/** By place; one that is missing has the words shipped by the body map. */
export const bodyPlaces = z.record(z.string(), placeWords);

export type PlaceWords = z.output<typeof placeWords>;
export type BodyPlaces = z.output<typeof bodyPlaces>;
