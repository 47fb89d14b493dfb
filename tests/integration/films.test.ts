import { expect, test } from "vitest";
import { filmStream } from "#app/media/films/commands.server.ts";
import { PART_BYTES, readFilmSize } from "#app/media/films/store.server.ts";
import { copyRows } from "#app/platform/database/copy-rows.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { saveSetting } from "#app/settings/editing/commands.server.ts";
import { putFilm, putPoster, removeFilm, removePoster } from "#app/settings/films/commands.server.ts";
import { readSettings } from "#app/settings/store.server.ts";
import { filmOf, type Video } from "#app/settings/videos.ts";
import { auditOf, contentVersionOf } from "#tests/support/desk.ts";
import { mp4, WEBM } from "#tests/support/films/film.ts";
import { painting } from "#tests/support/films/painting.ts";
import { demoWorld, testWorld } from "#tests/support/world.ts";

const admin = { kind: "admin", userId: "imogen" };
const visitor = { kind: "visitor" };
const second = { place: 1 };

async function videoIn(world: World): Promise<Video> {
  return (await readSettings(world.db.kysely, world.log)).videos[1] as Video;
}

async function bytesOf(world: World, id: string, from: number, to: number): Promise<Buffer> {
  return Buffer.from(await new Response(filmStream(world, id, { from, to })).arrayBuffer());
}

test("a film is put in its place of the page, as it was sent, in any part that is asked for", async () => {
  const world = await demoWorld();
  expect(await putFilm(world, admin, { ...second, bytes: WEBM })).toEqual({ kind: "changed" });
  const video = await videoIn(world);
  expect(filmOf(video)).toMatchObject({ kind: "file", type: "video/webm" });
  const id = video.file?.id ?? "";
  expect(await readFilmSize(world.db.kysely, { id, format: "webm" })).toBe(WEBM.byteLength);
  expect(await readFilmSize(world.db.kysely, { id, format: "mp4" })).toBeNull();
  expect(await bytesOf(world, id, 0, WEBM.byteLength - 1)).toEqual(WEBM);
  expect(await bytesOf(world, id, 10, 19)).toEqual(WEBM.subarray(10, 20));
  expect(await auditOf(world)).toEqual(["admin:imogen film.put film 2"]);
  expect(await contentVersionOf(world)).toBe(1);
});

test("a film of several parts is read across their borders, without what the phone wrote into it", async () => {
  const world = await demoWorld();
  await putFilm(world, admin, { ...second, bytes: mp4(3 * PART_BYTES) });
  const id = (await videoIn(world)).file?.id ?? "";
  const size = (await readFilmSize(world.db.kysely, { id, format: "mp4" })) ?? 0;
  const whole = await bytesOf(world, id, 0, size - 1);
  expect([whole.byteLength, whole.includes("Spy phone")]).toEqual([size, false]);
  for (const [from, to] of [
    [PART_BYTES - 1, PART_BYTES],
    [PART_BYTES, PART_BYTES],
    [PART_BYTES - 5, 3 * PART_BYTES + 5],
    [size - 1, size - 1],
  ] as const) {
    expect(await bytesOf(world, id, from, to)).toEqual(whole.subarray(from, to + 1));
  }
});

test("an upload empties the address; what is typed later is kept beside the film, and a picture stands before both", async () => {
  const world = await demoWorld();
  const address = (typed: string, version: number) =>
    saveSetting(world, admin, {
      ...{ key: "videos", version },
      next: (stored) => stored.map((video, place) => (place === 1 ? { ...video, address: typed } : video)),
    });
  await address("https://vimeo.com/123456789", 0);
  await putFilm(world, admin, { ...second, bytes: WEBM });
  expect(filmOf(await videoIn(world)).kind).toBe("file");
  await putPoster(world, admin, { ...second, upload: { bytes: await painting(), alt: "A table" } });
  expect(filmOf(await videoIn(world))).toMatchObject({ kind: "file", poster: { alt: "A table" } });
  await address("https://vimeo.com/123456789", 3);
  expect(filmOf(await videoIn(world))).toMatchObject({ kind: "embed", poster: { alt: "A table" } });
  await address("", 4);
  expect(filmOf(await videoIn(world)).kind).toBe("file");
  await removeFilm(world, admin, second);
  await removePoster(world, admin, second);
  expect(await videoIn(world)).toMatchObject({ file: null, poster: null, title: "How much pressure?" });
});

test("two uploads to two places at once are both kept", async () => {
  const world = await demoWorld();
  const places = [0, 1, 2, 3];
  const outcomes = await Promise.all(places.map((place) => putFilm(world, admin, { place, bytes: WEBM })));
  expect(outcomes.map(({ kind }) => kind)).toEqual(places.map(() => "changed"));
  const { videos } = await readSettings(world.db.kysely, world.log);
  expect(new Set(videos.map(({ file }) => file?.id)).size).toBe(4);
});

test("what is no film of ours is refused, and says which field", async () => {
  const world = await demoWorld();
  const large = Buffer.concat([mp4(), Buffer.alloc(30 * 1024 * 1024)]);
  const bodies = [Buffer.alloc(0), Buffer.from("<!doctype html>"), mp4().subarray(0, -1), large];
  const outcomes = [];
  for (const bytes of bodies) outcomes.push(await putFilm(world, admin, { ...second, bytes }));
  expect(outcomes.map((outcome) => outcome.kind === "refused" && [outcome.field, outcome.message])).toEqual([
    ["film", "Choose a film"],
    ["film", "Choose an MP4 or a WebM film"],
    ["film", "That film could not be read: it may have been cut short. Choose it again"],
    ["film", "Choose a film of 30 MB or less"],
  ]);
  const upload = { bytes: Buffer.from("<svg"), alt: "Alt" };
  expect(await putPoster(world, admin, { ...second, upload })).toMatchObject({ kind: "refused", field: "file" });
  expect(await auditOf(world)).toEqual([]);
});

test("nobody but an admin changes a film, and only a place of the page has one", async () => {
  const world = await demoWorld();
  const upload = { bytes: await painting(), alt: "Alt" };
  const tries = [
    putFilm(world, visitor, { ...second, bytes: WEBM }),
    removeFilm(world, visitor, second),
    putPoster(world, visitor, { ...second, upload }),
    removePoster(world, visitor, second),
  ];
  expect((await Promise.all(tries)).map(({ kind }) => kind)).toEqual(tries.map(() => "forbidden"));
  expect(await putFilm(world, admin, { place: 4, bytes: WEBM })).toEqual({ kind: "unknown" });
});

test("films move with the rest to another database", async () => {
  const small = await demoWorld({ engine: "sqlite" });
  const large = await testWorld();
  await putFilm(small, admin, { ...second, bytes: mp4(20 * PART_BYTES) });
  await copyRows(small.db, large.db);
  const id = (await videoIn(large)).file?.id ?? "";
  const size = (await readFilmSize(large.db.kysely, { id, format: "mp4" })) ?? 0;
  expect(await bytesOf(large, id, 0, size - 1)).toEqual(await bytesOf(small, id, 0, size - 1));
});
