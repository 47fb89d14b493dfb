/** Any word of the demo practice: its name, address, numbers, people and surroundings. */
export const DEMO_WORDS =
  /limber|larchgate|foundry rise|ashenholme|LY7|960 ?417|900 ?417|0000 ?0000|ZA0000|joinery|\b14 bus|unit 7|bike workshop|staircases|the yard|imogen|hartley|ellery|priya|sandhu/i;

/** The words of the demo practice in a text, each with what stands around it. */
export function demoWordsIn(text: string): string[] {
  const every = new RegExp(DEMO_WORDS.source, "gi");
  return [...text.matchAll(every)].map(({ index }) => text.slice(Math.max(0, index - 40), index + 40));
}
