import type { PageKey } from "#app/content/page-words.ts";
import { leavesOf, type TextTree } from "#app/platform/text-tree.ts";

/** What the shipped words say of the demo practice alone, word for word. The rest of them holds for any practice. */
export const INVENTED_SENTENCES: Partial<Record<PageKey, readonly string[]>> = {
  home: [
    "Clear prices, free parking, honest advice.",
    "Free parking at the door",
    "We are a small team of sports and wellness massage therapists in a warm, quiet unit between a joinery and a bike workshop.",
    "A town where looking after your body is as ordinary as servicing your bike.",
    "We are at the far end of Foundry Rise, behind the joinery.",
    "Green door, step-free entrance, parking outside.",
    "The 14 bus stops four minutes' walk away.",
  ],
  about: [
    "Skilled hands on an industrial estate",
    "{name} began with one couch in the corner of a gym and a notebook of names.",
    "We outgrew the corner and took Unit 7 because it had good light, thick walls and parking that does not need an app.",
    "The neighbours build staircases and mend bicycles.",
    "It suits us.",
    "Everyone here fixes things by understanding how they are put together.",
    "Ground floor, level threshold, 90 cm doors, electric couch that lowers to 48 cm, accessible toilet with grab rails (shared, 12 metres away), one accessible parking bay by the door.",
    "Quiet on weekdays after four; the joinery's saw is audible before that.",
  ],
  services: ["Also at the Yard"],
  faq: [
    "Free, outside Unit 7.",
    "There is one accessible bay by the door.",
    "Yes, from the car park to the couch.",
    "See [About](/about) for measurements, and tell us what you need.",
  ],
  accessibility: ["See [About](/about): step-free, adjustable couch, accessible toilet, one bay."],
};

/** A sentence of the demo practice that a page still says. `name`: the text it stands in. */
export type InventedSentence = { page: PageKey; name: string; sentence: string };

export function inventedSentences(page: PageKey, words: TextTree): InventedSentence[] {
  const invented = INVENTED_SENTENCES[page] ?? [];
  return leavesOf(words).flatMap(({ name, value }) =>
    invented.filter((sentence) => value.includes(sentence)).map((sentence) => ({ page, name, sentence })),
  );
}
