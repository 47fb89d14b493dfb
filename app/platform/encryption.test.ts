import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataFiles } from "#app/platform/backup/make-backup.server.ts";
import {
  keyIdOf,
  readOrMakeSealingKey,
  readSealingKey,
  SEALING_KEY_FILE,
  type SealingKey,
  seal,
  unseal,
} from "#app/platform/encryption.server.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

const CELL = { table: "settings", column: "value", row: "mailServer" };
const keyOf = (sealingKey: string) => readSealingKey({ sealingKey, dataDir: "/nowhere" }) as SealingKey;
const key = keyOf("a-key-of-forty-characters-in-the-tests-01");

test("what is sealed opens with its key in its cell, and nowhere else", () => {
  const sealed = seal(key, CELL, "hunter2 £");
  expect(sealed).toMatch(/^v1\.[0-9a-f]{12}\.[\w-]{16}\.[\w-]+$/);
  expect(sealed).not.toContain("hunter2");
  expect([unseal(key, CELL, sealed), keyIdOf(sealed)]).toEqual(["hunter2 £", key.id]);
  for (const part of ["table", "column", "row"] as const) {
    expect(unseal(key, { ...CELL, [part]: "another" }, sealed), part).toBeNull();
  }
  expect(unseal(keyOf("another-key-of-forty-characters-in-tests-2"), CELL, sealed)).toBeNull();
  expect(seal(key, CELL, "hunter2 £")).not.toBe(sealed);
});

test("a sealed text that was changed, cut or is none opens nothing and throws nothing", () => {
  const [version, id, iv, text = ""] = seal(key, CELL, "hunter2").split(".");
  const changed = (text[0] === "A" ? "B" : "A") + text.slice(1);
  for (const wrong of [changed, text.slice(0, 8), ""]) {
    expect(unseal(key, CELL, [version, id, iv, wrong].join(".")), wrong).toBeNull();
  }
  for (const wrong of ["", "v1", "hunter2", `v2.${id}.${iv}.${text}`, `v1.${id}..${text}`]) {
    expect(unseal(key, CELL, wrong), wrong).toBeNull();
  }
});

test("a key is made when asked for, once, for its owner alone, and is in no backup", () => {
  const config = { sealingKey: null, dataDir: temporaryFolder() };
  expect(readSealingKey(config)).toBeNull();
  expect(readdirSync(config.dataDir)).toEqual([]);
  const made = readOrMakeSealingKey(config);
  const file = join(config.dataDir, SEALING_KEY_FILE);
  expect(readOrMakeSealingKey(config)).toEqual(made);
  expect(readSealingKey(config)).toEqual(made);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, "utf8")).not.toContain(made.id);
  expect(dataFiles(config.dataDir)).toEqual([]);
});

test("the environment's key is used alone: no file is made beside it", () => {
  const config = { sealingKey: "a-key-of-forty-characters-in-the-tests-01", dataDir: temporaryFolder() };
  expect(readOrMakeSealingKey(config)).toEqual(key);
  expect(existsSync(join(config.dataDir, SEALING_KEY_FILE))).toBe(false);
});
