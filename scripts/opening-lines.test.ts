import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openingLines } from "#scripts/opening-lines.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const signIn = { email: "imogen@limberyard.example", password: "abcde-fghjk-mnpqr-stuvw" };
const hint = "There is no sign-in of your own yet. Make one: npm run admin -- create you@example.com";
const own = "To make a sign-in of your own: npm run admin -- create you@example.com";

function site() {
  return { publicUrl: "http://localhost:3000", dataDir: temporaryFolder() };
}

test("a terminal shows where the site is, one sign-in and the one way to make another", () => {
  const place = site();
  expect(openingLines(place, { name: "Knot & Grain", signIn, hint, isTerminal: true })).toEqual([
    "Knot & Grain is running at http://localhost:3000",
    "",
    "Sign in to the demo practice at http://localhost:3000/login",
    "  Email     imogen@limberyard.example",
    "  Password  abcde-fghjk-mnpqr-stuvw",
    own,
    "",
  ]);
  expect(existsSync(join(place.dataDir, "demo-sign-in"))).toBe(false);
});

test("a file or a service's log says the same, with the password in a file that only this user can read", () => {
  const place = site();
  const file = join(place.dataDir, "demo-sign-in");
  const lines = openingLines(place, { name: "Knot & Grain", signIn, hint, isTerminal: false });
  expect(lines.join("\n")).not.toContain(signIn.password);
  expect(lines).toContain(`  Password  in the file ${file}`);
  expect(lines.filter((line) => line.includes("npm run admin"))).toEqual([own]);
  expect(readFileSync(file, "utf8")).toBe(`${signIn.email}\n${signIn.password}\n`);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test("a later start says how to make a sign-in while nobody has one, and nothing more", () => {
  const open = "Your site is running at http://localhost:3000";
  expect(openingLines(site(), { name: "", signIn: null, hint, isTerminal: false })).toEqual([open, hint]);
  expect(openingLines(site(), { name: "", signIn: null, hint: null, isTerminal: true })).toEqual([open]);
});
