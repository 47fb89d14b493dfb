import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type SignIn = { email: string; password: string };

type Opening = {
  /** The practice's name; empty while it has none. */
  name: string;
  /** The demo owner's, right after the demo was filled. */
  signIn: SignIn | null;
  /** How to make an admin, while there is none. */
  hint: string | null;
  /** Whether a person reads this: what goes to a file or a service's log must hold no password. */
  isTerminal: boolean;
};

/** What a start prints once the site is open: at most one sign-in, and how to make another. */
export function openingLines(
  { publicUrl, dataDir }: { publicUrl: string; dataDir: string },
  { name, signIn, hint, isTerminal }: Opening,
): string[] {
  const open = `${name || "Your site"} is running at ${publicUrl}`;
  if (!signIn) return hint ? [open, hint] : [open];
  const password = isTerminal ? signIn.password : `in the file ${noteSignIn(dataDir, signIn)}`;
  return [
    open,
    "",
    `Sign in to the demo practice at ${publicUrl}/login`,
    `  Email     ${signIn.email}`,
    `  Password  ${password}`,
    "To make a sign-in of your own: npm run admin -- create you@example.com",
    "",
  ];
}

function noteSignIn(dataDir: string, { email, password }: SignIn): string {
  const file = join(dataDir, "demo-sign-in");
  // A new file, closed from the first byte: an old one may stand open.
  rmSync(file, { force: true });
  writeFileSync(file, `${email}\n${password}\n`, { mode: 0o600 });
  return file;
}
