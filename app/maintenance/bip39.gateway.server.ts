const COUNT = 24;
const ENTROPY_BITS = 256;

export type ReadWords =
  | { kind: "read"; entropy: Uint8Array }
  /** `message` names the word that is not in the list, or says what else is wrong. */
  | { kind: "invalid"; message: string };

/** Twenty-four new words and the 32 bytes that they stand for (BIP-39, English). */
export async function newWords(): Promise<{ words: string[]; entropy: Uint8Array }> {
  const { bip39, list } = await load();
  const text = bip39.generateMnemonic(list, ENTROPY_BITS);
  return { words: text.split(" "), entropy: bip39.mnemonicToEntropy(text, list) };
}

/** The bytes behind typed words, whatever stands between them: spaces, lines, commas, the numbers of the sheet. */
export async function readWords(typed: string): Promise<ReadWords> {
  const { bip39, list } = await load();
  const words = typed
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  const strange = words.findIndex((word) => !list.includes(word));
  if (strange >= 0) {
    const word = words[strange] ?? "";
    const meant = list.filter((one) => one.slice(0, 4) === word.slice(0, 4) || isNear(one, word)).slice(0, 3);
    const hint = meant.length > 0 ? ` Did you mean ${meant.join(" or ")}?` : "";
    return invalid(`Word ${strange + 1}, “${word.slice(0, 20)}”, is not in the list.${hint}`);
  }
  if (words.length !== COUNT) return invalid(`There are ${words.length} words. The sheet has ${COUNT}.`);
  try {
    return { kind: "read", entropy: bip39.mnemonicToEntropy(words.join(" "), list) };
  } catch {
    return invalid("Each word is in the list, but together they do not fit. One is wrong, or two are swapped.");
  }
}

function invalid(message: string): ReadWords {
  return { kind: "invalid", message };
}

/** One letter typed wrong, left out or added. */
function isNear(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}

async function load() {
  const bip39 = await import("@scure/bip39");
  const { wordlist: list } = await import("@scure/bip39/wordlists/english.js");
  return { bip39, list };
}
