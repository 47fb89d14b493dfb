import { COMMON_PASSWORDS } from "#app/accounts/common-passwords.ts";
import type { Role } from "#app/accounts/user.ts";

export const SHORTEST_PASSWORD = 10;
export const SHORTEST_ADMIN_PASSWORD = 15;
export const LONGEST_PASSWORD = 128;
export const GUESSABLE = "Choose a password that is harder to guess";

/** Who the password is for. `practice`: the name of the practice. */
export type Owner = Access & { email: string; username: string; practice: readonly string[] };

type Access = { role: Role; staff?: object | null; twoFactor: boolean };

/** Longer for whoever works here and has no second factor: they see the clients' data. */
export function shortestPassword({ role, staff, twoFactor }: Access): number {
  return (role === "admin" || staff) && !twoFactor ? SHORTEST_ADMIN_PASSWORD : SHORTEST_PASSWORD;
}

/**
 * Why a password is refused, or null. Taken as typed, with no rules of composition; refuses what is guessed first:
 * common passwords, and the names of the practice and the person.
 */
export function passwordProblem(password: string, owner: Owner): string | null {
  const shortest = shortestPassword(owner);
  const length = [...password].length;
  if (length < shortest) return `Your password must be at least ${shortest} characters`;
  if (password.length > LONGEST_PASSWORD) return `Your password must be ${LONGEST_PASSWORD} characters or fewer`;
  return isGuessable(password, owner) ? GUESSABLE : null;
}

function isGuessable(password: string, owner: Owner): boolean {
  const plain = bare(password);
  if (new Set(plain).size < 4) return true;
  // A year or a sign at either end makes a common word no harder to guess.
  const core = bare(password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
  if (COMMON_PASSWORDS.has(plain) || COMMON_PASSWORDS.has(core)) return true;
  return isNames(password, [
    owner.email,
    owner.email.split("@")[0] ?? "",
    owner.username,
    "limberyard",
    ...owner.practice,
  ]);
}

/** Whether a password is little more than names: years, digits and signs around them add nothing. */
function isNames(password: string, names: readonly string[]): boolean {
  const letters = [...password].flatMap((sign) => [...folded(sign)].map((letter) => ({ letter, sign })));
  const text = letters.map(({ letter }) => letter).join("");
  const covered = new Set<number>();
  // Each name as a whole and word by word, so that `Limber Yard` is found in `yard-2026-limber`.
  for (const name of names.flatMap((one) => [one, ...one.split(/[^\p{L}\p{N}]+/u)]).map(folded)) {
    if (name.length < SHORTEST_NAME) continue;
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      for (let index = at; index < at + name.length; index++) covered.add(index);
    }
  }
  const others = letters.filter(({ sign }, index) => !covered.has(index) && /\p{L}/u.test(sign));
  return covered.size > 0 && others.length < FEWEST_OTHER_LETTERS;
}

const SHORTEST_NAME = 3;
const FEWEST_OTHER_LETTERS = 4;

// Without case and accents, and with lookalikes as one letter: `1`, `!` and `l` become `i`.
function folded(text: string): string {
  const lookalikes: Record<string, string> = {
    "@": "a",
    "4": "a",
    "8": "b",
    "3": "e",
    "1": "i",
    "!": "i",
    "|": "i",
    l: "i",
    "0": "o",
    $: "s",
    "5": "s",
    "7": "t",
  };
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return [...plain]
    .map((letter) => lookalikes[letter] ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

// `P@ssw0rd 1!` is guessed as soon as `password1`.
function bare(text: string): string {
  const letters: Record<string, string> = { "@": "a", "0": "o", "3": "e", $: "s", "5": "s", "1": "i", "!": "i" };
  const lower = text.toLowerCase();
  const swapped = [...lower].map((letter) => letters[letter] ?? letter).join("");
  return (/[a-z]/.test(lower) ? swapped : lower).replace(/[^\p{L}\p{N}]/gu, "");
}
