import { z } from "zod";

export const MOST_HOME_CARDS = 3;

/** Which services stand on the home page, by slug and in order; none: those of the specification. */
export const homeCards = z.object({ services: z.array(z.string()).max(MOST_HOME_CARDS).default([]) });

export type HomeCards = z.output<typeof homeCards>;
