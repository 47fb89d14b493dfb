const TITLES = /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|lady|lord|rev|revd|reverend)\.?$/i;
const LETTER = /[\p{L}\p{N}]/u;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** `Imogen` of `Dr Imogen Hartley` or `🌸 Imogen`; what was typed if it has no letters. */
export function givenName(name: string): string {
  return wordsOf(name)[0] ?? name.trim();
}

export function initialledName(name: string): string {
  const [first = name.trim(), ...rest] = wordsOf(name);
  const last = rest.at(-1);
  return last ? `${first} ${initial(last)}.` : first;
}

/** `IH`, for a drawing without a portrait. */
export function initialsOf(name: string): string {
  const words = wordsOf(name);
  const [first = name.trim(), last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""];
  return initial(first) + initial(last);
}

function initial(word: string): string {
  const signs = [...graphemes.segment(word)].map(({ segment }) => segment);
  return signs.find((sign) => LETTER.test(sign)) ?? signs[0] ?? "";
}

function wordsOf(name: string): string[] {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => LETTER.test(word));
  const untitled = words.filter((word) => !TITLES.test(word));
  return untitled.length > 0 ? untitled : words;
}
