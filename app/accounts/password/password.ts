import { COMMON_PASSWORDS } from "#app/accounts/password/common-passwords.ts";
import type { Role } from "#app/accounts/user.ts";

export const SHORTEST_PASSWORD = 10;
/** An admin without a second factor needs a longer one (NIST SP 800-63B-4). */
export const SHORTEST_ADMIN_PASSWORD = 15;
export const LONGEST_PASSWORD = 128;

type Owner = { email: string; username: string; role: Role; twoFactor: boolean };

/**
 * Why a password can't stand, in one sentence, or null when it can. Taken as typed: no rules of composition,
 * but nothing that is guessed first: common passwords, the practice's name, the person's own name and address.
 */
export function passwordProblem(password: string, owner: Owner): string | null {
  const shortest = owner.role === "admin" && !owner.twoFactor ? SHORTEST_ADMIN_PASSWORD : SHORTEST_PASSWORD;
  const length = [...password].length;
  if (length < shortest) return `Your password must be at least ${shortest} characters`;
  if (password.length > LONGEST_PASSWORD) return `Your password must be ${LONGEST_PASSWORD} characters or fewer`;
  return isGuessable(password, owner) ? "Choose a password that is harder to guess" : null;
}

function isGuessable(password: string, owner: Owner): boolean {
  const plain = bare(password);
  if (new Set(plain).size < 4) return true;
  // A year or a sign at either end makes a common word no rarer.
  const core = bare(password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
  if (COMMON_PASSWORDS.has(plain) || COMMON_PASSWORDS.has(core)) return true;
  const known = [owner.email, owner.email.split("@")[0] ?? "", owner.username, "limberyard"].map(bare);
  return known.some((word) => word.length > 3 && plain.replaceAll(word, "").length < 4);
}

// `P@ssw0rd 1!` is guessed as soon as `password1`.
function bare(text: string): string {
  const letters: Record<string, string> = { "@": "a", "0": "o", "3": "e", $: "s", "5": "s", "1": "i", "!": "i" };
  const lower = text.toLowerCase();
  const swapped = [...lower].map((letter) => letters[letter] ?? letter).join("");
  return (/[a-z]/.test(lower) ? swapped : lower).replace(/[^\p{L}\p{N}]/gu, "");
}
