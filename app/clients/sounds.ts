import { folded } from "#app/platform/search-text.ts";

// Daitch and Mokotoff: the code of some letters at the start of a word, before a vowel, and elsewhere. "|": either.
const CODES: Record<string, readonly [string, string, string]> = {
  ...rows("ai aj ay oi oj oy ui uj uy ei ej ey", ["0", "1", ""]),
  ...rows("au", ["0", "7", ""]),
  ...rows("ia ie io iu y", ["1", "", ""]),
  ...rows("eu", ["1", "1", ""]),
  ...rows("a e i o u ue", ["0", "", ""]),
  ...rows("b f fb p pf ph v w", ["7", "7", "7"]),
  ...rows("chs ks x", ["5", "54", "54"]),
  ...rows("ch c", ["5|4", "5|4", "5|4"]),
  ...rows("ck", ["5|45", "5|45", "5|45"]),
  ...rows("cz cs csz czs drz drs ds dsh dsz dz dzh dzs s sh sch sz", ["4", "4", "4"]),
  ...rows("tch ttch ttsch trz trs tsch tsh ts tts ttsz tc tz ttz tzs tsz z zh zs zsch zsh", ["4", "4", "4"]),
  ...rows("d dt t th", ["3", "3", "3"]),
  ...rows("g kh k q", ["5", "5", "5"]),
  ...rows("h", ["5", "5", ""]),
  ...rows("j", ["1|4", "|4", "|4"]),
  ...rows("l", ["8", "8", "8"]),
  ...rows("m n", ["6", "6", "6"]),
  ...rows("mn nm", ["66", "66", "66"]),
  ...rows("r", ["9", "9", "9"]),
  ...rows("rz rs", ["94|4", "94|4", "94|4"]),
  ...rows("schtsch schtsh schtch shtch shch shtsh stch stsch sc strz strs stsh szcz szcs", ["2", "4", "4"]),
  ...rows("zdz zdzh zhdzh", ["2", "4", "4"]),
  ...rows("st sht scht schd szt shd szd sd zd zhd", ["2", "43", "43"]),
};
const LONGEST = Math.max(...Object.keys(CODES).map((letters) => letters.length));

function rows(letters: string, codes: readonly [string, string, string]) {
  return Object.fromEntries(letters.split(" ").map((each) => [each, codes]));
}

/** How a word sounds, as digits; several where its letters can be said in more than one way. */
export function soundsOf(word: string): string[] {
  const letters = folded(word).replace(/[^a-z]/g, "");
  let codes = [{ digits: "", last: "" }];
  for (let at = 0; at < letters.length; ) {
    let length = Math.min(LONGEST, letters.length - at);
    while (length > 1 && !Object.hasOwn(CODES, letters.slice(at, at + length))) length--;
    const row = CODES[letters.slice(at, at + length)];
    const isBeforeVowel = /[aeiou]/.test(letters.charAt(at + length));
    const code = row?.[at === 0 ? 0 : isBeforeVowel ? 1 : 2] ?? "";
    // The same sound twice in a row is said once.
    codes = code
      .split("|")
      .flatMap((next) =>
        codes.map(({ digits, last }) => ({ digits: next === last ? digits : digits + next, last: next })),
      );
    at += length;
  }
  return [...new Set(codes.map(({ digits }) => digits))];
}

const FEWEST_SOUNDS = 3;

/**
 * Whether each typed word sounds like the beginning of a word of a name: at most one sound apart. Null for too few
 * letters: they sound like everything.
 */
export function soundsLike(typed: string): ((name: string) => boolean) | null {
  const words = folded(typed)
    .split(" ")
    .filter(Boolean)
    .map((word) => soundsOf(word).filter((code) => code.length >= FEWEST_SOUNDS));
  if (words.length === 0 || words.some((codes) => codes.length === 0)) return null;
  return (name) => {
    const known = knownSounds(name);
    return words.every((codes) => codes.some((one) => known.some((code) => startsAlike(one, code))));
  };
}

const MOST_KNOWN = 50_000;
const KNOWN = new Map<string, readonly string[]>();

/** How each word of a name sounds. Names are compared with every letter that is typed, and the same names come again. */
function knownSounds(name: string): readonly string[] {
  const known = KNOWN.get(name);
  if (known) return known;
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  const codes = [...new Set(folded(name).split(/[ -]/).flatMap(soundsOf))];
  KNOWN.set(name, codes);
  return codes;
}

/** Whether the beginning of `code`, of about the same length, becomes the typed one by one change at most. */
function startsAlike(typed: string, code: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === code[same]) same++;
  if (same >= typed.length - 1) return same > 0 && code.length >= FEWEST_SOUNDS - 1;
  return (
    code.length >= FEWEST_SOUNDS - 1 &&
    // One sound is another, is missing in the name, or is missing in what was typed.
    (code.startsWith(typed.slice(same + 1), same + 1) ||
      code.startsWith(typed.slice(same + 1), same) ||
      code.startsWith(typed.slice(same), same + 1))
  );
}
