import { expect, test } from "vitest";
import { filmStream, getFilmSize, PART_BYTES } from "#app/media/films.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { copyRows } from "#app/platform/database/copy-rows.server.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { filmOf, type Video } from "#app/settings/schemas/videos.ts";
import { removeFilm, removePoster, setFilm, setPoster } from "#app/settings/set-film.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { auditOf, contentVersionOf } from "#tests/support/admin-edit.ts";
import { mp4, WEBM } from "#tests/support/films/film.ts";
import { painting } from "#tests/support/films/painting.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";
import { fileOf } from "#tests/support/uploaded.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const visitor = { kind: "visitor" } as const;
const second = { place: 1 };

async function videoIn(app: AppContext): Promise<Video> {
  return (await readSettings(app.db.kysely, app.log)).settings.videos[1] as Video;
}

async function bytesOf(app: AppContext, id: string, from: number, to: number): Promise<Buffer> {
  return Buffer.from(await new Response(filmStream(app, id, { from, to })).arrayBuffer());
}

test("a film is put in its place of the page, as it was sent, in any part that is asked for", async () => {
  const app = await demoApp();
  expect(await setFilm(app, admin, { ...second, file: fileOf(WEBM) })).toEqual({ kind: "changed" });
  const video = await videoIn(app);
  expect(filmOf(video)).toMatchObject({ kind: "file", type: "video/webm" });
  const id = video.file?.id ?? "";
  expect(await getFilmSize(app.db.kysely, { id, format: "webm" })).toBe(WEBM.byteLength);
  expect(await getFilmSize(app.db.kysely, { id, format: "mp4" })).toBeNull();
  expect(await bytesOf(app, id, 0, WEBM.byteLength - 1)).toEqual(WEBM);
  expect(await bytesOf(app, id, 10, 19)).toEqual(WEBM.subarray(10, 20));
  expect(await auditOf(app)).toEqual(["admin:imogen film.put film 2"]);
  expect(await contentVersionOf(app)).toBe(1);
});

test("a film of several parts is read across their borders, without what the phone wrote into it", async () => {
  const app = await demoApp();
  await setFilm(app, admin, { ...second, file: fileOf(mp4(3 * PART_BYTES)) });
  const id = (await videoIn(app)).file?.id ?? "";
  const size = (await getFilmSize(app.db.kysely, { id, format: "mp4" })) ?? 0;
  const whole = await bytesOf(app, id, 0, size - 1);
  expect([whole.byteLength, whole.includes("Spy phone")]).toEqual([size, false]);
  for (const [from, to] of [
    [PART_BYTES - 1, PART_BYTES],
    [PART_BYTES, PART_BYTES],
    [PART_BYTES - 5, 3 * PART_BYTES + 5],
    [size - 1, size - 1],
  ] as const) {
    expect(await bytesOf(app, id, from, to)).toEqual(whole.subarray(from, to + 1));
  }
});

test("an upload empties the address; what is typed later is kept beside the film, and a picture stands before both", async () => {
  const app = await demoApp();
  const address = (typed: string, version: number) =>
    saveSetting(app, admin, {
      key: "videos",
      version,
      next: (stored) => stored.map((video, place) => (place === 1 ? { ...video, address: typed } : video)),
    });
  await address("https://vimeo.com/123456789", 0);
  await setFilm(app, admin, { ...second, file: fileOf(WEBM) });
  expect(filmOf(await videoIn(app)).kind).toBe("file");
  await setPoster(app, admin, { ...second, upload: { file: fileOf(await painting()), alt: "A table" } });
  expect(filmOf(await videoIn(app))).toMatchObject({ kind: "file", poster: { alt: "A table" } });
  await address("https://vimeo.com/123456789", 3);
  expect(filmOf(await videoIn(app))).toMatchObject({ kind: "embed", poster: { alt: "A table" } });
  await address("", 4);
  expect(filmOf(await videoIn(app)).kind).toBe("file");
  await removeFilm(app, admin, second);
  await removePoster(app, admin, second);
  expect(await videoIn(app)).toMatchObject({ file: null, poster: null, title: "How much pressure?" });
});

test("two uploads to two places at once are both kept", async () => {
  const app = await demoApp();
  const places = [0, 1, 2, 3];
  const outcomes = await Promise.all(places.map((place) => setFilm(app, admin, { place, file: fileOf(WEBM) })));
  expect(outcomes.map(({ kind }) => kind)).toEqual(places.map(() => "changed"));
  const { videos } = (await readSettings(app.db.kysely, app.log)).settings;
  expect(new Set(videos.map(({ file }) => file?.id)).size).toBe(4);
});

test("what is no film of ours is refused, and says which field", async () => {
  const app = await demoApp();
  const large = Buffer.concat([mp4(), Buffer.alloc(30 * 1024 * 1024)]);
  const bodies = [Buffer.alloc(0), Buffer.from("<!doctype html>"), mp4().subarray(0, -1), large];
  const outcomes = [];
  for (const bytes of bodies) outcomes.push(await setFilm(app, admin, { ...second, file: fileOf(bytes) }));
  expect(outcomes.map((outcome) => outcome.kind === "refused" && [outcome.field, outcome.message])).toEqual([
    ["film", "Choose a film"],
    ["film", "Choose an MP4 or a WebM film"],
    ["film", "That film could not be read: it may have been cut short. Choose it again"],
    ["film", "Choose a film of 30 MB or less"],
  ]);
  const upload = { file: fileOf(Buffer.from("<svg")), alt: "Alt" };
  expect(await setPoster(app, admin, { ...second, upload })).toMatchObject({ kind: "refused", field: "file" });
  expect(await auditOf(app)).toEqual([]);
});

test("nobody but an admin changes a film, and only a place of the page has one", async () => {
  const app = await demoApp();
  const upload = { file: fileOf(await painting()), alt: "Alt" };
  const tries = [
    setFilm(app, visitor, { ...second, file: fileOf(WEBM) }),
    removeFilm(app, visitor, second),
    setPoster(app, visitor, { ...second, upload }),
    removePoster(app, visitor, second),
  ];
  expect((await Promise.all(tries)).map(({ kind }) => kind)).toEqual(tries.map(() => "forbidden"));
  expect(await setFilm(app, admin, { place: 4, file: fileOf(WEBM) })).toEqual({ kind: "not-found" });
});

test("films move with the rest to another database", async () => {
  const small = await demoApp({ engine: "sqlite" });
  const large = await testApp();
  await setFilm(small, admin, { ...second, file: fileOf(mp4(20 * PART_BYTES)) });
  await copyRows(small.db, large.db);
  const id = (await videoIn(large)).file?.id ?? "";
  const size = (await getFilmSize(large.db.kysely, { id, format: "mp4" })) ?? 0;
  expect(await bytesOf(large, id, 0, size - 1)).toEqual(await bytesOf(small, id, 0, size - 1));
});
