import { join } from "node:path";
import { expect, test } from "vitest";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { mp4 } from "#tests/support/films/film.ts";
import { painting } from "#tests/support/films/painting.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const FILM = join(import.meta.dirname, "../support/films/two-seconds.webm");

test.each(byTurns(WIDTHS, 0))("a film is uploaded, played and taken away again (%s)", async (width, viewport) => {
  const { page } = await adminPage(site, { viewport, expectedErrors: REFUSED });
  const place = width === "phone" ? 1 : 2;
  await page.goto("/admin/settings/videos");
  await page.getByRole("link", { name: `Upload film ${place} or its picture, or look it up` }).click();
  await page.getByRole("heading", { level: 1, name: `Film ${place}: ` }).waitFor();
  await page.getByLabel("A film").setInputFiles({ name: "a.mp4", mimeType: "video/mp4", buffer: Buffer.from("no") });
  await page.getByRole("button", { name: "Upload film" }).click();
  await page.getByRole("link", { name: "Choose an MP4 or a WebM film" }).waitFor();
  await expectNoViolations(page);
  await page.getByLabel("A film").setInputFiles(FILM);
  await page.getByRole("button", { name: "Upload film" }).click();
  await page.getByText("Saved.").waitFor();
  const film = page.locator("video");
  const src = await film.locator("source").getAttribute("src");
  expect(await (await fetch(site.url)).text()).toContain(src);
  await film.evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    await video.play();
  });
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await page.getByLabel("A picture").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: await painting() });
  await page.getByLabel("What it shows").fill("A treatment table");
  await page.getByRole("button", { name: "Upload picture" }).click();
  await page.getByRole("img", { name: "A treatment table" }).waitFor();
  expect(await film.getAttribute("poster")).toMatch(/^\/media\/[\w-]+\.webp$/);
  await expectNoViolations(page);
  await page.getByRole("link", { name: "All films" }).click();
  await page.getByText("Visitors see your uploaded film.").waitFor();
  await page.goBack();
  await page.getByRole("button", { name: "Remove film" }).click();
  await film.waitFor({ state: "detached" });
  await page.getByRole("button", { name: /^Remove the picture of/ }).click();
  await page.getByRole("img", { name: "A treatment table" }).waitFor({ state: "detached" });
});

test("without a script a film is uploaded too; it is served in parts, and as a film and nothing else", async () => {
  const { page } = await adminPage(site, { javaScriptEnabled: false });
  await page.goto("/admin/settings/videos/3");
  await page.getByLabel("A film").setInputFiles({ name: "x.html", mimeType: "text/html", buffer: mp4(400_000) });
  await page.getByRole("button", { name: "Upload film" }).click();
  await page.getByText("Saved.").waitFor();
  const src = (await page.locator("video source").getAttribute("src")) ?? "";
  const ask = (headers: Record<string, string>) => fetch(site.url + src, { headers });
  const whole = await ask({});
  expect(whole.status).toBe(200);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    "content-type": "video/mp4",
    "accept-ranges": "bytes",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": expect.stringMatching(/default-src 'none'.*sandbox/),
  });
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes.byteLength).toBe(Number(whole.headers.get("content-length")));
  // As Safari begins, and as it goes on.
  const first = await ask({ range: "bytes=0-1" });
  expect([first.status, first.headers.get("content-range")]).toEqual([206, `bytes 0-1/${bytes.byteLength}`]);
  const etag = whole.headers.get("etag") ?? "";
  const rest = await ask({ range: "bytes=300000-", "if-range": etag });
  expect([rest.status, Buffer.from(await rest.arrayBuffer())]).toEqual([206, bytes.subarray(300_000)]);
  expect((await ask({ range: "bytes=0-1", "if-range": '"another"' })).status).toBe(200);
  expect((await ask({ range: `bytes=${bytes.byteLength}-` })).status).toBe(416);
  expect((await ask({ "if-none-match": etag })).status).toBe(304);
  expect((await fetch(site.url + src, { method: "HEAD" })).headers.get("content-length")).toBe(`${bytes.byteLength}`);
  expect((await fetch(site.url + src.replace(".mp4", ".webm"))).status).toBe(404);
});

test("a film of thirty megabytes arrives, one more is refused, and so is a larger one", async () => {
  const { page } = await adminPage(site);
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const shown = async () => {
    await page.goto("/admin/settings/videos/4");
    return page.locator("input[name=shown]").first().inputValue();
  };
  const send = async (bytes: Buffer) => {
    const body = new FormData();
    body.set("film", new File([new Uint8Array(bytes)], "a.mp4"));
    body.set("shown", await shown());
    const headers = { cookie, origin: site.url };
    return fetch(`${site.url}/admin/settings/videos/4`, { method: "POST", headers, body, redirect: "manual" });
  };
  const MB = 1024 * 1024;
  expect((await send(mp4(30 * MB - 2000))).status).toBe(303);
  expect((await send(mp4(30 * MB))).status).toBe(422);
  expect((await send(mp4(31 * MB))).status).toBe(422);
});
