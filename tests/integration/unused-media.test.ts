import { expect, test } from "vitest";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import { removePicture, setPicture } from "#app/catalogue/set-picture.server.ts";
import { removeUnused } from "#app/media/media.jobs.server.ts";
import { removeFilm, removePoster, setFilm, setPoster } from "#app/settings/set-film.server.ts";
import { mp4, WEBM } from "#tests/support/films/film.ts";
import { painting } from "#tests/support/films/painting.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";
import { fileOf } from "#tests/support/uploaded.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const tom = { list: "therapists", id: "demo-tom-ellery" } as const;
const HOUR = 3_600_000;

/** How many rows each table of uploads has. */
async function kept({ db }: TestApp): Promise<number[]> {
  const tables = ["pictures", "picture_files", "films", "film_parts"] as const;
  const counts: number[] = [];
  for (const table of tables) counts.push((await db.kysely.selectFrom(table).selectAll().execute()).length);
  return counts;
}

async function clearLater(app: TestApp): Promise<void> {
  app.clock.set(app.clock.now() + HOUR);
  await removeUnused(app);
}

test("a picture that was replaced is removed an hour later, with its sizes; the one that is shown stays", async () => {
  const app = await demoApp();
  const upload = async (alt: string) => ({ file: fileOf(await painting()), alt });
  await setPicture(app, admin, { ...tom, upload: await upload("Tom") });
  await setPicture(app, admin, { ...tom, upload: await upload("Tom, smiling") });
  await removeUnused(app);
  expect(await kept(app)).toEqual([2, 2, 0, 0]);
  await clearLater(app);
  expect(await kept(app)).toEqual([1, 1, 0, 0]);
  expect((await listTherapists(app.db.kysely)).find(({ id }) => id === tom.id)?.picture?.alt).toBe("Tom, smiling");
  await removePicture(app, admin, tom);
  await clearLater(app);
  expect(await kept(app)).toEqual([0, 0, 0, 0]);
});

test("of several who replace a picture at once, nobody leaves one behind", async () => {
  const app = await demoApp();
  const upload = { file: fileOf(await painting()), alt: "Tom" };
  await Promise.all([1, 2, 3].map(() => setPicture(app, admin, { ...tom, upload })));
  expect(await kept(app)).toEqual([3, 3, 0, 0]);
  await clearLater(app);
  expect(await kept(app)).toEqual([1, 1, 0, 0]);
});

test("a film and its picture are removed when another takes their place, and when they are taken away", async () => {
  const app = await demoApp();
  const place = 2;
  const poster = async () =>
    setPoster(app, admin, { place, upload: { file: fileOf(await painting()), alt: "A table" } });
  await setFilm(app, admin, { place, file: fileOf(WEBM) });
  await poster();
  await clearLater(app);
  expect(await kept(app)).toEqual([1, 1, 1, 1]);
  await setFilm(app, admin, { place, file: fileOf(mp4()) });
  await poster();
  expect(await kept(app)).toEqual([2, 2, 2, 2]);
  await clearLater(app);
  expect(await kept(app)).toEqual([1, 1, 1, 1]);
  await removeFilm(app, admin, { place });
  await removePoster(app, admin, { place });
  await clearLater(app);
  expect(await kept(app)).toEqual([0, 0, 0, 0]);
});
