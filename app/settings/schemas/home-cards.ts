import { z } from "zod";

export const MOST_HOME_CARDS = 3;

/** Which services stand on the home page, by slug and in order; none: those of the specification. */
export const homeCards = z.object({ services: z.array(z.string()).max(MOST_HOME_CARDS).default([]) });

export type HomeCards = z.output<typeof homeCards>;

export const HOME_CARD_ROWS = Array.from({ length: MOST_HOME_CARDS }, (_, row) => row);

/** Which services stand on the home page. `known`: the slugs that may be chosen. */
export function homeCardsForm(known: readonly string[]) {
  const one = z
    .string()
    .default("")
    .refine((slug) => slug === "" || known.includes(slug), "Choose one of the services shown");
  return z
    .object({ cards: z.object({ 0: one, 1: one, 2: one }).prefault({}) })
    .check(({ value, issues }) => {
      const slugs = Object.values(value.cards);
      slugs.forEach((slug, row) => {
        if (slug === "" || slugs.indexOf(slug) === row) return;
        issues.push({ code: "custom", path: ["cards", row], message: "Choose each service once", input: slug });
      });
    })
    .transform(({ cards }) => ({ services: Object.values(cards).filter((slug) => slug !== "") }));
}

export function homeCardsFormOf({ services }: HomeCards): object {
  return { cards: Object.fromEntries(HOME_CARD_ROWS.map((row) => [row, services[row] ?? ""])) };
}
