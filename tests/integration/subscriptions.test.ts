import { expect, test } from "vitest";
import { visitor } from "#app/accounts/actor.ts";
import {
  listSubscriptions,
  makeSubscription,
  readSubscription,
  revokeSubscription,
} from "#app/appointments/subscriptions/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { practice, setStatus, walkedIn } from "#tests/support/practice.ts";
import { demoWorld } from "#tests/support/world.ts";

const TOM = "demo-tom-ellery";

async function secretOfTom(world: World): Promise<string> {
  const subscriptions = await listSubscriptions(world, practice);
  const url = subscriptions.find(({ therapistId }) => therapistId === TOM)?.url ?? "";
  return url.replace(/^.*\/calendar\//, "").replace(/\.ics$/, "");
}

test("a therapist's calendar holds their own appointments, by first name and initial", async () => {
  const world = await demoWorld();
  const tom = { therapist: "tom-ellery", phone: "07700 900982" };
  const sam = await walkedIn(world, { ...tom, name: "Sam Élise Carter" });
  const pat = await walkedIn(world, { ...tom, name: "Pat\r\nBEGIN:VEVENT".replace(/\s+/, " "), time: "13:00" });
  const gone = await walkedIn(world, { ...tom, name: "Gone Away", time: "15:00" });
  await walkedIn(world, { therapist: "imogen-hartley", name: "Not Tom" });
  await setStatus(world, pat.id, "Waiting");
  await setStatus(world, gone.id, "Cancelled");
  expect(await makeSubscription(world, practice, TOM)).toEqual({ kind: "made" });
  const calendar = (await readSubscription(world, await secretOfTom(world))) ?? "";
  expect(calendar.match(/^SUMMARY:.*$/gm)).toEqual(["SUMMARY:Sam C.", "SUMMARY:Pat B."]);
  expect(calendar.match(/^STATUS:.*$/gm)).toEqual(["STATUS:CONFIRMED", "STATUS:TENTATIVE"]);
  expect(calendar).toContain("DTSTART:20270505T090000Z");
  expect(calendar).toContain(`UID:${sam.id}-practice@limber-yard.test`);
  expect(calendar).not.toMatch(/7700|Carter|Deep Tissue/);
});

test("a new address closes the one before, and a revoked one opens nothing", async () => {
  const world = await demoWorld();
  await makeSubscription(world, practice, TOM);
  const first = await secretOfTom(world);
  await makeSubscription(world, practice, TOM);
  const second = await secretOfTom(world);
  expect(second).not.toBe(first);
  expect(await readSubscription(world, first)).toBeNull();
  expect(await readSubscription(world, second)).toContain("BEGIN:VCALENDAR");
  expect(await revokeSubscription(world, practice, TOM)).toEqual({ kind: "revoked" });
  expect(await revokeSubscription(world, practice, TOM)).toEqual({ kind: "not-found" });
  expect(await readSubscription(world, second)).toBeNull();
  const stored = await world.db.kysely.selectFrom("audit").select("detail").execute();
  expect(JSON.stringify(stored)).not.toContain(second);
});

test("only the practice lists, makes and revokes", async () => {
  const world = await demoWorld();
  await expect(listSubscriptions(world, visitor)).rejects.toThrow("practice alone");
  expect(await makeSubscription(world, visitor, TOM)).toEqual({ kind: "not-found" });
  expect(await makeSubscription(world, practice, "nobody")).toEqual({ kind: "not-found" });
  expect(await revokeSubscription(world, visitor, TOM)).toEqual({ kind: "not-found" });
});
