import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

const PREFIX = "limber-yard-test-";

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function keptFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
