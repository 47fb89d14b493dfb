import { expect, test } from "vitest";
import { passwordProblem } from "#app/accounts/password/password.ts";

const client = { email: "imogen.hale@example.com", username: "Imogen", role: "user", twoFactor: false } as const;
const admin = { ...client, role: "admin" } as const;

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
  "sportsmassage",
])("refuses %s", (password) => {
  expect(passwordProblem(password, client)).toBe("Choose a password that is harder to guess");
});

test("refuses what is too long to be hashed in reasonable time", () => {
  expect(passwordProblem("kx7 pond lantern ".repeat(10), client)).toBe("Your password must be 128 characters or fewer");
});
