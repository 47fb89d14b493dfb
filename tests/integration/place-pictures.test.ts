import { expect, test } from "vitest";
import type { World } from "#app/platform/world.server.ts";
import { putPlacePicture, removePlacePicture } from "#app/settings/pictures/commands.server.ts";
import { readSettings } from "#app/settings/store.server.ts";
import { auditOf, contentVersionOf } from "#tests/support/desk.ts";
import { painting } from "#tests/support/films/painting.ts";
import { demoWorld } from "#tests/support/world.ts";

const admin = { kind: "admin", userId: "imogen" };
const visitor = { kind: "visitor" };
const upload = { bytes: await painting(), alt: "The room by the window" };

async function picturesIn(world: World) {
  return (await readSettings(world.db.kysely, world.log)).pictures;
}

async function unusedIn(world: World): Promise<string[]> {
  const rows = await world.db.kysely
    .selectFrom("pictures")
    .select("id")
    .where("unused_since", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}

test("a photograph is put in a place, replaced and taken away, and each one that went is let go of", async () => {
  const world = await demoWorld();
  expect(await putPlacePicture(world, admin, { place: "room", upload })).toEqual({ kind: "changed" });
  const first = (await picturesIn(world)).room;
  expect(first).toMatchObject({ alt: "The room by the window", width: expect.any(Number) });
  await putPlacePicture(world, admin, { place: "room", upload: { ...upload, alt: "Another" } });
  const second = (await picturesIn(world)).room;
  expect(second).toMatchObject({ alt: "Another" });
  expect(await unusedIn(world)).toEqual([first?.id]);
  await removePlacePicture(world, admin, "room");
  // Whoever presses a moment later finds it done.
  expect(await removePlacePicture(world, admin, "room")).toEqual({ kind: "changed" });
  expect((await picturesIn(world)).room).toBeNull();
  expect((await unusedIn(world)).toSorted()).toEqual([first?.id, second?.id].toSorted());
  expect(await auditOf(world)).toEqual([
    "admin:imogen picture.put place room",
    "admin:imogen picture.put place room",
    "admin:imogen picture.remove place room",
  ]);
  expect(await contentVersionOf(world)).toBe(3);
});

test("uploads to several places at once are all kept", async () => {
  const world = await demoWorld();
  const places = ["home", "services", "about", "contact"] as const;
  await Promise.all(places.map((place) => putPlacePicture(world, admin, { place, upload })));
  const pictures = await picturesIn(world);
  expect(new Set(places.map((place) => pictures[place]?.id)).size).toBe(4);
  expect(await unusedIn(world)).toEqual([]);
});

test("nobody but an admin puts one up or takes one away, and what is no picture is refused", async () => {
  const world = await demoWorld();
  expect(await putPlacePicture(world, visitor, { place: "home", upload })).toEqual({ kind: "forbidden" });
  expect(await removePlacePicture(world, visitor, "home")).toEqual({ kind: "forbidden" });
  const words = { ...upload, alt: "" };
  expect(await putPlacePicture(world, admin, { place: "home", upload: words })).toMatchObject({ field: "alt" });
  const svg = { bytes: Buffer.from("<svg"), alt: "Alt" };
  expect(await putPlacePicture(world, admin, { place: "home", upload: svg })).toMatchObject({ field: "file" });
  expect(await auditOf(world)).toEqual([]);
});
