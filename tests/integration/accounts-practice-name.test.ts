import { expect, test } from "vitest";
import { challengeForNew } from "#app/accounts/passkeys/commands.server.ts";
import { beginSetup } from "#app/accounts/second-factor/commands.server.ts";
import { identify } from "#app/accounts/session/commands.server.ts";
import { readSettings, writeSetting } from "#app/settings/store.server.ts";
import { PASSWORD, signedIn } from "#tests/support/signed-in.ts";
import { type TestWorld, testWorld } from "#tests/support/world.ts";

const NAME = "Knead & Mend";

test("an authenticator shows a new key under the name of the practice", async () => {
  const { world, caller, identity } = await renamedPractice();
  const begun = await beginSetup(world, { caller, identity }, PASSWORD);
  if (begun.kind !== "begun") throw new Error(begun.message);
  expect(new URL(begun.uri).searchParams.get("issuer")).toBe(NAME);
});

test("a device shows a new passkey under the name of the practice", async () => {
  const { world, caller } = await renamedPractice();
  expect(await challengeForNew(world, caller)).toMatchObject({ kind: "challenge", options: { rp: { name: NAME } } });
});

async function renamedPractice() {
  const world = await testWorld();
  await rename(world);
  const { cookie } = await signedIn(world, { role: "admin" });
  const headers = new Headers({ cookie });
  return { world, caller: { headers, address: "192.0.2.1" }, identity: await identify(world, headers) };
}

async function rename(world: TestWorld): Promise<void> {
  const { business } = await readSettings(world.db.kysely, world.log);
  const now = world.clock.now();
  await world.db.kysely
    .transaction()
    .execute((tx) => writeSetting(tx, { key: "business", value: { ...business, name: NAME }, now }));
}
