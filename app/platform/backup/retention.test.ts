import { expect, test } from "vitest";
import { backupName, madeAt } from "#app/platform/backup/backup-name.ts";
import { isDue, outdated } from "#app/platform/backup/retention.ts";

const NOW = Date.UTC(2027, 4, 4, 8, 30, 5);
const HOUR = 3_600_000;
const madeHoursAgo = (hours: number) => backupName(NOW - hours * HOUR);

test("a backup's name holds the second it was made in", () => {
  expect(backupName(NOW)).toBe("limber-yard-20270504T083005Z");
  expect(madeAt(backupName(NOW))).toBe(NOW);
  expect(["limber-yard-20271304T083005Z", "limber-yard", ".limber-yard-20270504T083005Z"].map(madeAt)).toEqual([
    null,
    null,
    null,
  ]);
});

test("the newest stay, and whatever is no backup", () => {
  const names = [madeHoursAgo(72), "notes.txt", madeHoursAgo(1), madeHoursAgo(48), madeHoursAgo(24)];
  expect(outdated(names, 2)).toEqual([madeHoursAgo(48), madeHoursAgo(72)]);
  expect(outdated(names, 9)).toEqual([]);
});

test("one is due when the last 24 hours have none", () => {
  expect(isDue([], NOW)).toBe(true);
  expect(isDue([madeHoursAgo(24)], NOW)).toBe(true);
  expect(isDue([madeHoursAgo(23)], NOW)).toBe(false);
});

test("a clock that was set back does not stop the backups", () => {
  expect(isDue([madeHoursAgo(-48)], NOW)).toBe(true);
});
