import { folded } from "#app/platform/search-text.ts";

/** A name with the letters underlined that were found in it, whatever their accents (Ł is found by l). */
export function FoundLetters({ name, typed }: { name: string; typed: string }) {
  const words = folded(typed).split(" ").filter(Boolean);
  let at = 0;
  return name.split(/(?<=[\s-])/u).map((word) => {
    const start = at;
    at += word.length;
    const length = beginningOf(word, words);
    if (length === 0) return <span key={start}>{word}</span>;
    return (
      <span key={start}>
        <span className="underline decoration-2 underline-offset-4">{word.slice(0, length)}</span>
        {word.slice(length)}
      </span>
    );
  });
}

/** How many characters of a word a typed word covers: ß is two letters of those typed. */
function beginningOf(word: string, typed: readonly string[]): number {
  for (const part of typed) {
    for (let length = 1; length <= word.length; length++) {
      const letters = folded(word.slice(0, length));
      if (letters === part) return length;
      if (!part.startsWith(letters)) break;
    }
  }
  return 0;
}
