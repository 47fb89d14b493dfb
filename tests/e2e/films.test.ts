import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import type { Video } from "#app/settings/schemas/videos.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();
const TITLES = ["Your first visit", "How much pressure?", "Before and after an event", "When not to book"];

function films(page: Page): Locator {
  return page.getByRole("region", { name: "What We Do" }).locator("[data-film]");
}

async function asked(page: Page, pattern: RegExp): Promise<string[]> {
  const seen: string[] = [];
  page.on("request", (request) => pattern.test(request.url()) && seen.push(request.url()));
  return seen;
}

/** Puts a film in the second place, for the visitors of the next page. */
async function putSecond(parts: Partial<Video>): Promise<void> {
  const app = await appBeside(site, site.dataDir);
  const { videos } = (await readSettings(app.db.kysely, app.log)).settings;
  const now = app.clock.now();
  const value = videos.map((video, place) => (place === 1 ? { ...video, ...parts } : video));
  await app.db.kysely.transaction().execute(async (tx) => {
    await writeSetting(tx, { key: "videos", value, now });
    await raiseContentVersion(tx, now);
  });
}

async function csp(): Promise<string> {
  return (await fetch(site.url)).headers.get("content-security-policy") ?? "";
}

test("four films stand on the home page, each with its title, its still and its lines to read", async () => {
  const page = await newPage(site.url);
  await page.goto("/");
  expect(await films(page).evaluateAll((all) => all.map((film) => film.getAttribute("data-film")))).toEqual(TITLES);
  for (const title of TITLES) await page.getByRole("heading", { name: title, exact: true }).waitFor();
  await page.getByText("Transcript: Your first visit").click();
  await page.getByText("You are covered with towels throughout.").waitFor();
  await expect(stillLoads(page)).resolves.toEqual([true, true, true, true]);
});

function stillLoads(page: Page): Promise<boolean[]> {
  return films(page)
    .locator("img")
    .evaluateAll((stills) =>
      Promise.all(
        stills.map(async (img) => {
          const still = new Image();
          still.src = (img as HTMLImageElement).src;
          await still.decode();
          return still.naturalWidth > 0;
        }),
      ),
    );
}

test("a film is loaded when Play is pressed, plays, and has captions", async () => {
  const page = await newPage(site.url);
  const loaded = await asked(page, /\.(webm|vtt)$/);
  await page.goto("/", { waitUntil: "networkidle" });
  expect(loaded).toEqual([]);
  const play = page.getByRole("button", { name: "Play: How much pressure?" });
  await play.click();
  const video = films(page).nth(1).locator("video");
  await expect
    .poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(0);
  expect(await video.evaluate((film: HTMLVideoElement) => [film.controls, film.videoWidth])).toEqual([true, 1280]);
  expect(await play.isVisible()).toBe(false);
  await page.keyboard.press("Shift");
  const ring = () =>
    films(page)
      .nth(1)
      .evaluate((film) => getComputedStyle(film).outlineStyle);
  await expect.poll(ring).toBe("solid");
  await video.evaluate((film: HTMLVideoElement) => {
    const [track] = film.textTracks;
    if (track) track.mode = "showing";
  });
  const cues = () => video.evaluate((film: HTMLVideoElement) => [...(film.textTracks[0]?.cues ?? [])].length);
  await expect.poll(cues).toBe(5);
});

test("at its end a film goes back to its still, and can be played again", async () => {
  const page = await newPage(site.url);
  await page.goto("/");
  const play = page.getByRole("button", { name: "Play: When not to book" });
  await play.click();
  const video = films(page).nth(3).locator("video");
  await expect
    .poll(() => video.evaluate((film: HTMLVideoElement) => film.readyState), { timeout: 20_000 })
    .toBeGreaterThan(1);
  await video.evaluate((film: HTMLVideoElement) => {
    film.currentTime = film.duration - 0.1;
  });
  await play.waitFor({ timeout: 20_000 });
  expect(await video.evaluate((film: HTMLVideoElement) => film.controls)).toBe(false);
});

test("without a script the browser's own controls play the films", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false });
  await page.goto("/");
  expect(await films(page).locator("video[controls]").count()).toBe(4);
  expect(await page.getByRole("button", { name: "Play" }).count()).toBe(0);
});

test("a film on another host: nothing is asked of it before Play, and only its player may be shown", async () => {
  expect(await csp()).toMatch(/frame-src 'self'(;|$)/);
  await putSecond({ title: "Our room", address: "https://youtu.be/abcdefghijk" });
  await expect.poll(csp, { timeout: 5_000 }).toMatch(/frame-src 'self' https:\/\/www\.youtube-nocookie\.com(;|$)/);
  const page = await newPage(site.url, { expectedErrors: [/foreign host: https:\/\/www\.youtube-nocookie\.com/] });
  await page.route("https://www.youtube-nocookie.com/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>A player</title>" }),
  );
  const elsewhere = await asked(page, /youtube|vimeo|google/);
  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByText("Nothing is loaded from there before you select Play.").scrollIntoViewIfNeeded();
  const play = page.getByRole("link", { name: "Play: Our room, on YouTube" });
  expect(await play.getAttribute("href")).toBe("https://www.youtube-nocookie.com/embed/abcdefghijk");
  expect(elsewhere).toEqual([]);
  await play.click();
  await page.frameLocator("iframe[title='Our room']").locator("html").waitFor({ state: "attached" });
  expect(elsewhere).toEqual(["https://www.youtube-nocookie.com/embed/abcdefghijk?autoplay=1"]);
  expect(new URL(page.url()).pathname).toBe("/");
});

test("a film of the practice's own stands in its place with its picture", async () => {
  const id = "0b6f0f7e-0000-4000-8000-000000000000";
  const poster = { id, alt: "The room", width: 960, height: 540 };
  await putSecond({ title: "Our room", address: "", file: { id, format: "mp4" }, poster });
  const source = async () => {
    const text = await (await fetch(site.url)).text();
    return /<source src="(\/media\/[^"]+)" type="([^"]+)"/.exec(text)?.slice(1);
  };
  await expect.poll(source, { timeout: 5_000 }).toEqual([`/media/${id}.mp4`, "video/mp4"]);
  expect(await csp()).toMatch(/frame-src 'self'(;|$)/);
});
