import { expect, test } from "vitest";
import { openingLines } from "#scripts/opening-lines.ts";

const site = { publicUrl: "http://localhost:3000" };
const signIn = { email: "imogen@limberyard.example", password: "abcde-fghjk-mnpqr-stuvw" };
const hint = "There is no admin yet. Make one: npm run admin -- create you@example.com";

test("a terminal shows where the site is, the demo owner's sign-in and the command for an admin", () => {
  const lines = openingLines(site, { signIn, hint, isTerminal: true });
  expect(lines[0]).toBe("Limber Yard is open at http://localhost:3000");
  expect(lines.join("\n")).toContain("http://localhost:3000/login");
  expect(lines).toContain("  E-mail    imogen@limberyard.example");
  expect(lines).toContain("  Password  abcde-fghjk-mnpqr-stuvw");
  expect(lines.at(-1)).toBe(hint);
});

test("a file or a service's log is told how to get a password, and never gets one", () => {
  const text = openingLines(site, { signIn, hint, isTerminal: false }).join("\n");
  expect(text).not.toContain(signIn.password);
  expect(text).toContain("npm run admin -- create imogen@limberyard.example");
  expect(openingLines(site, { signIn: null, hint: null, isTerminal: false })).toEqual([
    "Limber Yard is open at http://localhost:3000",
  ]);
});
