import { expect, test } from "vitest";
import { putPicture, removePicture } from "#app/catalogue/pictures/commands.server.ts";
import { listTherapists } from "#app/catalogue/store.server.ts";
import { removeUnused } from "#app/media/jobs.server.ts";
import { putFilm, putPoster, removeFilm, removePoster } from "#app/settings/films/commands.server.ts";
import { mp4, WEBM } from "#tests/support/films/film.ts";
import { painting } from "#tests/support/films/painting.ts";
import { demoWorld, type TestWorld } from "#tests/support/world.ts";

const admin = { kind: "admin", userId: "imogen" };
const tom = { list: "therapists", id: "demo-tom-ellery" } as const;
const HOUR = 3_600_000;

/** How many rows each table of uploads has. */
async function kept({ db }: TestWorld): Promise<number[]> {
  const tables = ["pictures", "picture_files", "films", "film_parts"] as const;
  const counts: number[] = [];
  for (const table of tables) counts.push((await db.kysely.selectFrom(table).selectAll().execute()).length);
  return counts;
}

async function clearLater(world: TestWorld): Promise<void> {
  world.clock.set(world.clock.now() + HOUR);
  await removeUnused(world);
}

test("a picture that was replaced is removed an hour later, with its sizes; the one that is shown stays", async () => {
  const world = await demoWorld();
  const upload = async (alt: string) => ({ bytes: await painting(), alt });
  await putPicture(world, admin, { ...tom, upload: await upload("Tom") });
  await putPicture(world, admin, { ...tom, upload: await upload("Tom, smiling") });
  await removeUnused(world);
  expect(await kept(world)).toEqual([2, 2, 0, 0]);
  await clearLater(world);
  expect(await kept(world)).toEqual([1, 1, 0, 0]);
  expect((await listTherapists(world.db.kysely)).find(({ id }) => id === tom.id)?.picture?.alt).toBe("Tom, smiling");
  await removePicture(world, admin, tom);
  await clearLater(world);
  expect(await kept(world)).toEqual([0, 0, 0, 0]);
});

test("of several who replace a picture at once, nobody leaves one behind", async () => {
  const world = await demoWorld();
  const upload = { bytes: await painting(), alt: "Tom" };
  await Promise.all([1, 2, 3].map(() => putPicture(world, admin, { ...tom, upload })));
  expect(await kept(world)).toEqual([3, 3, 0, 0]);
  await clearLater(world);
  expect(await kept(world)).toEqual([1, 1, 0, 0]);
});

test("a film and its picture are removed when another takes their place, and when they are taken away", async () => {
  const world = await demoWorld();
  const place = 2;
  const poster = async () => putPoster(world, admin, { place, upload: { bytes: await painting(), alt: "A table" } });
  await putFilm(world, admin, { place, bytes: WEBM });
  await poster();
  await clearLater(world);
  expect(await kept(world)).toEqual([1, 1, 1, 1]);
  await putFilm(world, admin, { place, bytes: mp4() });
  await poster();
  expect(await kept(world)).toEqual([2, 2, 2, 2]);
  await clearLater(world);
  expect(await kept(world)).toEqual([1, 1, 1, 1]);
  await removeFilm(world, admin, { place });
  await removePoster(world, admin, { place });
  await clearLater(world);
  expect(await kept(world)).toEqual([0, 0, 0, 0]);
});
