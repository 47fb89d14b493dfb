import { expect, test } from "vitest";
import { firebaseHash, matchesFirebase } from "#app/accounts/passwords/imported-hash.server.ts";
import { comparePassword, importedCellOf, importedIn, NO_HASH } from "#app/accounts/passwords/imported-password.ts";
import { VECTORS } from "#tests/support/firebase/vectors.ts";

test.each(VECTORS)("a hash of $from is made again", async ({ key, password, salt, hash }) => {
  expect((await firebaseHash(password, { salt, key })).toString("base64")).toBe(hash);
  const imported = { salt: salt.replaceAll("+", "-").replaceAll("/", "_"), hash: hash.replaceAll("/", "_") };
  expect(await matchesFirebase(password, { imported, key })).toBe(true);
  expect(await matchesFirebase(`${password} `, { imported, key })).toBe(false);
});

test("an empty hash matches nothing", async () => {
  const [{ key }] = VECTORS;
  const nothing = { imported: { salt: "", hash: "" }, key: { ...key, signerKey: "" } };
  expect(await matchesFirebase("", nothing)).toBe(false);
});

test("a cell is read as it was written, and nothing else is", () => {
  const imported = { key: "0a1b2c", salt: "42xEC+ixf3L2lw==", hash: "lSrf/V15==" };
  expect(importedIn(importedCellOf(imported))).toEqual(imported);
  for (const cell of [NO_HASH, "$fbscrypt$k=a$b", "salt:hash", ""]) expect(importedIn(cell), cell).toBeNull();
});

/** Counts the hashes of one try. `right`: what both comparisons answer. */
async function tried(cell: string | null, { isMixed, right = false }: { isMixed: boolean; right?: boolean }) {
  const done = { theirs: 0, ours: 0 };
  const hashing = (kind: keyof typeof done) => async () => {
    done[kind] += 1;
    return right;
  };
  const hashings = { theirs: hashing("theirs"), ours: hashing("ours") };
  const matches = await comparePassword(hashings, { password: "x", cell, isMixed });
  return { ...done, matches };
}

test("while passwords of another system are here, every try costs one hash of each kind", async () => {
  const imported = importedCellOf({ key: "k", salt: "s", hash: "h" });
  for (const cell of [imported, NO_HASH, "native:hash", null]) {
    expect(await tried(cell, { isMixed: true }), String(cell)).toEqual({ theirs: 1, ours: 1, matches: false });
  }
  expect(await tried("native:hash", { isMixed: false })).toEqual({ theirs: 0, ours: 1, matches: false });
});

test("a moved password is right by their hash alone, and one of ours by ours", async () => {
  const theirs = { theirs: async () => true, ours: async () => false };
  const ours = { theirs: async () => false, ours: async () => true };
  const imported = importedCellOf({ key: "k", salt: "s", hash: "h" });
  const tries = [imported, "native:hash"].map((cell) => ({ password: "x", cell, isMixed: true }));
  expect(await Promise.all(tries.map((input) => comparePassword(theirs, input)))).toEqual([true, false]);
  expect(await Promise.all(tries.map((input) => comparePassword(ours, input)))).toEqual([false, true]);
});
