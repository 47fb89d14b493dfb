import { expect, test } from "vitest";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { removeUnused } from "#app/media/media.jobs.server.ts";
import { databaseMetrics } from "#app/platform/http/metrics.server.ts";
import { adapterTodos } from "#app/routes/admin/admin-counts.server.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import { filmOf, type Video, videoSource, withTyped } from "#app/settings/schemas/videos.ts";
import { releaseUnused, removePoster, setFilm, setPoster } from "#app/settings/set-film.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { askSite, fetchFilm, fetchNewFilms, mayAsk, noteFilms, takeTitle, tryFilm } from "#app/site/films.server.ts";
import { auditOf } from "#tests/support/admin-edit.ts";
import { WEBM } from "#tests/support/films/film.ts";
import { painting } from "#tests/support/films/painting.ts";
import { type FilmFault, type FilmSites, filmSites } from "#tests/support/films/stand-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";
import { fileOf } from "#tests/support/uploaded.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const second = { place: 1 };
const YOUTUBE = "https://youtu.be/dQw4w9WgXcQ?si=abc";
const VIMEO = "https://vimeo.com/123456789";

async function withSites(): Promise<{ app: TestApp; sites: FilmSites }> {
  const sites = await filmSites();
  return { sites, app: await demoApp({ config: sites.config }) };
}

async function placeIn(app: TestApp): Promise<Video> {
  return (await readSettings(app.db.kysely, app.log)).settings.videos[1] as Video;
}

/** As the owner saves the form: the film first, then its site is asked. */
async function save(app: TestApp, typed: Partial<Video>): Promise<void> {
  const version = await getSettingVersion(app.db.kysely, "videos");
  const whole = { title: "Typed", address: "", seconds: null, lines: [], ...typed };
  await saveSetting(app, admin, {
    key: "videos",
    version,
    next: (stored) => stored.map((video, place) => (place === 1 ? withTyped(video, whole) : video)),
    also: async (tx, { before, after, now }) => {
      await releaseUnused(tx, { before: before[1] as Video, after: after[1] as Video, now });
    },
  });
  await fetchNewFilms(app, admin, { untitled: whole.title === "" ? [1] : [] });
}

async function countPictures(app: TestApp): Promise<number> {
  const rows = await app.db.kysely.selectFrom("pictures").select("id").where("unused_since", "is", null).execute();
  return rows.length;
}

test("title, length and picture come once, when the owner saves, and the picture is kept as our own", async () => {
  const { app, sites } = await withSites();
  await save(app, { title: "", address: VIMEO });
  const film = await placeIn(app);
  expect(film).toMatchObject({ title: "Film 123456789", seconds: 151, told: { by: "Somebody", problem: null } });
  expect(filmOf(film)).toMatchObject({
    kind: "embed",
    poster: { src: expect.stringMatching(/^\/media\/.+-480\.webp$/) },
  });
  expect(sites.asked).toEqual(["/api/oembed.json", "/video/123456789-d_1280.jpg"]);
  await save(app, { title: "Ours", address: VIMEO, lines: ["One."] });
  expect([sites.asked.length, (await placeIn(app)).title]).toEqual([2, "Ours"]);
  expect((await getAdapter(app.db.kysely, "films"))?.state).toBe("ok");
});

test("a title that was typed stays, and theirs is one press away; YouTube's length is typed", async () => {
  const { app, sites } = await withSites();
  await save(app, { title: "Typed", address: YOUTUBE });
  expect(await placeIn(app)).toMatchObject({ title: "Typed", seconds: null, told: { title: "A film of dQw4w9WgXcQ" } });
  expect(sites.asked).toEqual(["/oembed", "/vi/dQw4w9WgXcQ/maxresdefault.jpg"]);
  await save(app, { title: "Typed", address: YOUTUBE, seconds: 200 });
  expect(await takeTitle(app, admin, second)).toEqual({ kind: "changed" });
  expect(await fetchFilm(app, admin, second)).toEqual({ kind: "changed" });
  expect(await placeIn(app)).toMatchObject({ title: "A film of dQw4w9WgXcQ", seconds: 200 });
  expect(await auditOf(app)).toContain("admin:imogen film.title film 2");
});

const PRIVATE = "The film is private, or may not be shown on other sites.";
const faults: [FilmFault, string][] = [
  [{ status: 401, text: "Unauthorized" }, `YouTube answered 401: “Unauthorized”. ${PRIVATE}`],
  [{ status: 200, text: "Forbidden" }, "YouTube answered 200: “Forbidden”. That describes no film."],
  [{ status: 404, text: "Not Found" }, "YouTube answered 404: “Not Found”. It knows no film at this address."],
  [{ status: 429 }, "YouTube answered 429. It was asked too often: try again in an hour."],
  [{ status: 500 }, "YouTube answered 500. It has trouble of its own: try again later."],
  [{ status: 302, headers: { Location: "http://169.254.169.254/" } }, "YouTube answered 302. That is no description"],
  ["cut", "YouTube: It could not be reached, or it ended the connection."],
  ["huge", "YouTube: It answered with more than we read."],
];

test("whatever the site answers, the film is saved, and can be fetched again", async () => {
  const { app, sites } = await withSites();
  for (const [fault, words] of faults) {
    sites.nextWords(fault);
    await save(app, { title: "", address: YOUTUBE });
    const film = await placeIn(app);
    expect(filmOf(film)).toMatchObject({ kind: "embed", poster: null });
    expect([film.title, film.told?.title], words).toEqual(["How much pressure?", null]);
    expect(film.told?.problem).toContain(words);
    expect(await getAdapter(app.db.kysely, "films")).toMatchObject({ state: "failing", notifiedAt: null });
    expect(await fetchFilm(app, admin, second)).toEqual({ kind: "changed" });
    expect(await placeIn(app)).toMatchObject({ told: { problem: null }, poster: { width: 480 } });
    expect((await getAdapter(app.db.kysely, "films"))?.state).toBe("ok");
    await save(app, { title: "How much pressure?", address: "" });
  }
});

test("a site that never answers is waited for so long and no longer, for its words and for its picture", async () => {
  const { app, sites } = await withSites();
  const source = videoSource(YOUTUBE);
  if (!source) throw new Error("No film");
  sites.nextWords("hang");
  const late = { wordsMs: 100, pictureMs: 60_000 };
  expect(await askSite(app, source, late)).toMatchObject({ problem: "YouTube: It did not answer in time." });
  sites.nextPictures("hang", "hang");
  const lateAfter = { wordsMs: 60_000, pictureMs: 100 };
  expect(await askSite(app, source, lateAfter)).toMatchObject({ description: { seconds: null }, picture: null });
});

const elsewhere = (thumbnail_url: string) => ({ json: { thumbnail_url } });
const badPictures: [string, FilmFault[], FilmFault[]][] = [
  ["a page", [], [{ status: 404 }, { status: 200, text: "<!doctype html><script>alert(1)</script>" }]],
  ["an SVG", [], [{ status: 404 }, { status: 200, text: "<svg xmlns='http://www.w3.org/2000/svg'/>" }]],
  ["a beginning of a JPEG", [], [{ status: 404 }, { status: 200, text: "\xff\xd8\xff" }]],
  ["too large", [], ["huge", "huge"]],
  ["a redirect", [], [{ status: 302, headers: { Location: "/vi/x/hqdefault.jpg" } }, { status: 301 }]],
  ["in our network", [elsewhere("http://169.254.169.254/latest/meta-data")], []],
  ["this machine, in figures", [elsewhere("https://2130706433/a.jpg")], []],
  ["another host's", [elsewhere("https://i.ytimg.com.evil.example/a.jpg")], []],
  ["behind a name", [elsewhere("https://i.ytimg.com@127.0.0.1/a.jpg")], []],
  ["a file", [elsewhere("file:///etc/passwd")], []],
  ["nothing", [elsewhere("")], []],
];

test("a picture that is none, too large, or lies elsewhere is not taken, and the rest is", async () => {
  const { app, sites } = await withSites();
  for (const [what, words, pictures] of badPictures) {
    sites.nextWords(...words);
    sites.nextPictures(...pictures);
    await save(app, { title: "", address: YOUTUBE });
    expect(await placeIn(app), what).toMatchObject({ title: "A film of dQw4w9WgXcQ", poster: null });
    const { told } = await placeIn(app);
    expect(told?.problem, what).toBe("YouTube told the title, but its picture could not be had.");
    await save(app, { title: "Typed", address: "" });
  }
  expect(await countPictures(app)).toBe(0);
  expect(sites.asked.filter((path) => !/^\/(oembed|vi\/)/.test(path))).toEqual([]);
});

test("the practice's own picture stays; a fetched one goes with its address, or with an upload", async () => {
  const { app } = await withSites();
  await save(app, { address: YOUTUBE });
  const fetched = (await placeIn(app)).poster?.id;
  await setPoster(app, admin, { ...second, upload: { file: fileOf(await painting()), alt: "A table" } });
  await fetchFilm(app, admin, second);
  expect([(await placeIn(app)).poster?.alt, await countPictures(app)]).toEqual(["A table", 1]);
  await removePoster(app, admin, second);
  await fetchFilm(app, admin, second);
  await save(app, { address: VIMEO });
  const other = (await placeIn(app)).poster?.id;
  expect([other === fetched, await countPictures(app)]).toEqual([false, 1]);
  await setFilm(app, admin, { ...second, file: fileOf(WEBM) });
  await noteFilms(app);
  expect(await placeIn(app)).toMatchObject({ poster: null, told: null, seconds: null, address: "" });
  app.clock.set(app.clock.now() + 3_600_001);
  await removeUnused(app);
  expect(await app.db.kysely.selectFrom("pictures").selectAll().execute()).toEqual([]);
  expect(await getAdapter(app.db.kysely, "films")).toBeNull();
});

test("another address that is saved while a site is slow is not given the old one's answer", async () => {
  const { app, sites } = await withSites();
  sites.nextWords("late");
  const slow = save(app, { title: "", address: YOUTUBE });
  await expect.poll(() => sites.asked).toEqual(["/oembed"]);
  await save(app, { title: "", address: VIMEO });
  sites.release();
  await slow;
  expect(await placeIn(app)).toMatchObject({ title: "Film 123456789", told: { title: "Film 123456789" } });
});

test("a film without its picture is on the dashboard and in the figures until it has one", async () => {
  const { app, sites } = await withSites();
  const needs = async () => (await adapterTodos(app.db.kysely, "Europe/London")).filter(({ count }) => count > 0);
  sites.nextWords({ status: 500 });
  await save(app, { address: YOUTUBE });
  app.clock.set(app.clock.now() + 60_000);
  expect(await needs()).toMatchObject([{ label: "A film without its picture", to: "/admin/settings/videos" }]);
  expect(await databaseMetrics(app)).toContain('adapter_failing_seconds{adapter="films",state="failing"} 60');
  await setPoster(app, admin, { ...second, upload: { file: fileOf(await painting()), alt: "A table" } });
  await noteFilms(app);
  expect(await needs()).toEqual([]);
  expect(await databaseMetrics(app)).toContain('adapter_failing_seconds{adapter="films",state="ok"} 0');
  const mails = await app.db.kysely.selectFrom("outbox").select("kind").execute();
  expect(mails).toEqual([]);
});

test("a try tells what the site says, and saves nothing; only an owner asks, and not without end", async () => {
  const { app, sites } = await withSites();
  const before = await placeIn(app);
  expect(await tryFilm(app, admin, VIMEO)).toEqual({
    kind: "works",
    site: "Vimeo",
    title: "Film 123456789",
    by: "Somebody",
    seconds: 151,
    problem: null,
  });
  sites.nextWords({ status: 403, text: "Forbidden" });
  expect(await tryFilm(app, admin, YOUTUBE)).toMatchObject({ words: `YouTube answered 403: “Forbidden”. ${PRIVATE}` });
  expect(await tryFilm(app, admin, "https://films.example/1")).toEqual({ kind: "invalid" });
  expect([await placeIn(app), await countPictures(app)]).toEqual([before, 0]);
  await expect(tryFilm(app, { kind: "visitor" }, VIMEO)).rejects.toThrow();
  expect(await fetchFilm(app, { kind: "visitor" }, second)).toEqual({ kind: "forbidden" });
  expect(await fetchFilm(app, admin, second)).toEqual({ kind: "not-found" });
  const limited = { ...app, config: { ...app.config, rateLimits: true } };
  for (let asked = 0; asked < 60; asked++) await mayAsk(limited, admin);
  expect(await tryFilm(limited, admin, VIMEO)).toEqual({ kind: "limited" });
});
