import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Screens for visitors and clients, and what answers them; mails and pages' words have a voice of their own. */
const SCREENS = [
  "app/routes/{book,account,website,offline}/**/*.{ts,tsx}",
  "app/{appointments,offline,messages,push}/**/*.{ts,tsx}",
  "app/mail/*.{ts,tsx}",
  "app/accounts/account-notices.ts",
  "app/ui/{connection,shell}/*.{ts,tsx}",
];
const MAILS = /\.mail\.tsx$|^app\/appointments\/mails\/|\.test\.tsx?$/;

/** The specification's titles, and the sentences that issues 27, 36 and 38 give. */
const GIVEN =
  /Our Services|Send Us a Message|Contact Us|Why Choose Us|What We Do|Follow Us|We’ve emailed you a link\.|Have you been to us before\?|We’re checking your payment\./g;

test("fixed sentences of the site speak for no person: a sole trader is not “we”", () => {
  const files = SCREENS.flatMap((pattern) => globSync(pattern)).filter((file) => !MAILS.test(file));
  expect(files.length).toBeGreaterThan(150);
  const spoken = files.flatMap((file) =>
    withoutCode(readFileSync(file, "utf8"))
      .split("\n")
      .filter((line) => /\b([Ww]e|[Oo]ur|us|[Ww]e’(re|ll|ve|d))\b/.test(line.replace(GIVEN, "")))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(spoken).toEqual([]);
});

/** Without comments, imports, identifiers and addresses in quotes. */
function withoutCode(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/^\s*\/\/.*$|^import .*$/gm, "")
    .replace(/"[\w/#:.-]+"/g, '""');
}
