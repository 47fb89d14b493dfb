import { expect, test } from "vitest";
import { type Owner, passwordProblem, shortestPassword } from "#app/accounts/passwords/password.ts";

const client: Owner = {
  email: "imogen.hale@example.com",
  username: "Imogen",
  role: "user",
  twoFactor: false,
  practice: ["Knead & Mend", "Knead & Mend Therapies Ltd"],
};
const admin: Owner = { ...client, role: "admin" };

test.each(["four quiet words here", "trellis-9-marrow", "Kx7 pond lantern"])("takes %s", (password) => {
  expect(passwordProblem(password, client)).toBeNull();
});

test("asks for ten characters, and counts what a reader counts", () => {
  expect(passwordProblem("kx7pondla", client)).toBe("Your password must be at least 10 characters");
  expect(passwordProblem("🦩".repeat(9), client)).toBe("Your password must be at least 10 characters");
});

test("asks an admin for fifteen, or a second factor", () => {
  expect(passwordProblem("kx7pondlanter", admin)).toBe("Your password must be at least 15 characters");
  expect(passwordProblem("kx7pondlanter", { ...admin, twoFactor: true })).toBeNull();
});

test("asks everyone who works here for fifteen, or a second factor, as their invitation does", () => {
  const staff = { roles: ["reception"] };
  expect([
    shortestPassword({ role: "user", staff, twoFactor: false }),
    shortestPassword({ role: "user", staff, twoFactor: true }),
    shortestPassword({ role: "user", staff: null, twoFactor: false }),
  ]).toEqual([15, 10, 10]);
});

test.each([
  "password123",
  "P@ssw0rd123!",
  "1234567890",
  "qwertyuiop",
  "aaaaaaaaaaaa",
  "limberyard1",
  "Limber Yard 1",
  "imogen.hale1",
  "imogen.hale@example.com",
  "limberyard2026",
  "Limber Yard 2026!",
  "KneadAndMend2026",
  "kneadmend12345",
  "Knead & Mend 2027",
  "2026-knead-mend-2027",
  "Kn34d & M3nd 1999",
  "KNEAD.KNEAD.1984",
  "ImogenHale1985",
  "imogen19841984",
  "1m0gen-hale-2001",
  "sportsmassage",
])("refuses %s", (password) => {
  expect(passwordProblem(password, client)).toBe("Choose a password that is harder to guess");
});

test("folds the practice's and the person's names as a guesser would, whatever the script", () => {
  const known = { ...client, username: "Élodie Ömer", practice: ["Mühle & Söhne"] };
  for (const password of ["elodie-omer-1990", "Muhle Sohne 2026", "ÉLODIE 1234567"]) {
    expect(passwordProblem(password, known), password).toBe("Choose a password that is harder to guess");
  }
});

test.each(["imogen likes tangerines", "8261947305", "mend the lantern 4"])(
  "takes %s, which is more than a name",
  (password) => {
    expect(passwordProblem(password, client)).toBeNull();
  },
);

test("refuses what is too long to be hashed in reasonable time", () => {
  expect(passwordProblem("kx7 pond lantern ".repeat(10), client)).toBe("Your password must be 128 characters or fewer");
});
