import { business } from "#app/settings/schemas/business.ts";
import { openingHours } from "#app/settings/schemas/hours.ts";
import { demoSettings } from "#scripts/demo/practice.ts";

/** The demo practice's facts and opening hours, as the seed writes them. */
export const DEMO_BUSINESS = business.parse(demoSettings.business);
export const DEMO_HOURS = openingHours.parse(demoSettings.openingHours);

/** Any word of the demo practice: its name, address, numbers, people and surroundings. */
export const DEMO_WORDS =
  /limber|larchgate|foundry rise|ashenholme|LY7|960 ?417|900 ?417|0000 ?0000|ZA0000|joinery|\b14 bus|unit 7|bike workshop|staircases|the yard|imogen|hartley|ellery|priya|sandhu/i;

// What is drawn by chance may hold any letters, "LY7" too: links' secrets (a calendar's lines break within them),
// records' ids, nonces, and the names of built files.
const BY_CHANCE = [
  /(?<=[/=])(?:[\w-](?:(?:\r?\n|\\r\\n|\\n)[ \t])?){43}(?![\w-])/g,
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi,
  /(?<=nonce=")[\w+/=]{22,24}(?=")/g,
  /-[\w-]{8}(?=\.(?:js|css|woff2|svg|png|jpg|webp|avif|mp4|vtt)\b)/g,
];

/** The words of the demo practice in a text, each with what stands around it. */
export function demoWordsIn(written: string): string[] {
  const every = new RegExp(DEMO_WORDS.source, "gi");
  const text = BY_CHANCE.reduce((rest, chance) => rest.replace(chance, "…"), written);
  return [...text.matchAll(every)].map(({ index }) => text.slice(Math.max(0, index - 40), index + 40));
}
