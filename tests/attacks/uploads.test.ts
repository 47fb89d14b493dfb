import sharp from "sharp";
import { expect, test } from "vitest";
import { target } from "#tests/support/attacks/target.ts";
import { bomb, OWNER, TIRING_FILES } from "#tests/support/attacks/tiring-files.ts";

const site = target();
const SCRIPT = "<script>canary()</script>";

const png = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#888" } })
  .png()
  .toBuffer();
const jpeg = await sharp(png)
  .withExif({ IFD0: { Artist: "exif-canary", Copyright: SCRIPT } })
  .jpeg()
  .toBuffer();

const refused: [string, Uint8Array, string, string][] = [
  ["a page called a picture", Buffer.from(`<!doctype html>${SCRIPT}`), "a.jpg", "image/jpeg"],
  [
    "a drawing with a script",
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`),
    "a.svg",
    "image/svg+xml",
  ],
  ["a GIF that is a script", Buffer.from("GIF89a/*\x01\x00*/=1;canary()"), "a.gif", "image/gif"],
  ["half a picture", png.subarray(0, 60), "a.png", "image/png"],
  ["a picture of nothing", Buffer.alloc(0), "a.png", "image/png"],
  ["a program", Buffer.from("MZ\x90\x00"), "a.png", "image/png"],
  ["a few kilobytes that unfold to 400 megapixels", bomb(20_000, 20_000), "a.png", "image/png"],
  ["a picture whose sides are a lie", bomb(65_535, 65_535), "a.png", "image/png"],
];

test.each(refused)("%s is not taken", async (_what, bytes, name, type) => {
  expect(await upload(bytes, { name, type })).toBe(422);
});

test("eleven megabytes are too many, and so are thirteen", async () => {
  expect(await upload(Buffer.alloc(11 * 1024 * 1024), { name: "a.png", type: "image/png" })).toBe(422);
  expect(await upload(Buffer.alloc(13 * 1024 * 1024), { name: "a.png", type: "image/png" })).toBe(422);
});

test.each([
  ["a picture with a script at its end", Buffer.concat([png, Buffer.from(SCRIPT)])],
  ["a picture with words in its EXIF", jpeg],
])("%s is drawn anew, and served as a picture and nothing else", async (_what, bytes) => {
  const { url, app } = site();
  expect(await upload(bytes, { name: "../../../evil.php\u202egnp.jpg", type: "text/html" })).toBe(303);
  const page = await (await fetch(`${url}/admin/services/demo-deep-tissue-massage`, { headers: await admin() })).text();
  const address = /\/media\/[\w-]+\.webp/.exec(page)?.[0] ?? "none";
  const answer = await fetch(url + address);
  const served = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/webp"]);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  expect(served.subarray(8, 12).toString()).toBe("WEBP");
  expect(served.includes("canary")).toBe(false);
  const { exif } = await sharp(served).metadata();
  expect(exif).toBeUndefined();
  const names = await app.db.kysely.selectFrom("pictures").select("id").execute();
  expect(JSON.stringify(names)).not.toContain("evil");
});

// Other tests run beside: what it takes alone is in docs/proof/attacks.md.
const LONGEST_WAIT = 2_000;

test.each(TIRING_FILES)("/healthz is answered while $what arrive at $path", async ({ path, bytes, kind }) => {
  const { url, origin } = site();
  const headers = { ...(await admin()), origin };
  const body = new FormData();
  body.set("kind", kind);
  body.set("alt", "A grey wall");
  body.set("shown", await shownAt(path));
  body.set("file", new File([new Uint8Array(bytes)], "a.csv"));
  let isOver = false;
  const sent = fetch(url + path, { method: "POST", headers, body, redirect: "manual" }).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  do {
    const asked = performance.now();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    waits.push(performance.now() - asked);
  } while (!isOver);
  expect([200, 303, 422]).toContain((await sent).status);
  expect(Math.max(...waits)).toBeLessThan(LONGEST_WAIT);
});

test("the site is still well after all of it", async () => {
  const { url, server } = site();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(server.process.exitCode).toBeNull();
});

async function admin(): Promise<Record<string, string>> {
  return { cookie: (await site().fixtures.cookieOf("admin")) ?? "" };
}

async function upload(bytes: Uint8Array, { name, type }: { name: string; type: string }): Promise<number> {
  const { url, origin } = site();
  const body = new FormData();
  body.set("alt", "A grey wall");
  body.set("shown", await shownAt(OWNER));
  body.set("file", new File([new Uint8Array(bytes)], name, { type }));
  const headers = { ...(await admin()), origin };
  return (await fetch(url + OWNER, { method: "POST", headers, body, redirect: "manual" })).status;
}

/** The file that the page of this form shows now. */
async function shownAt(path: string): Promise<string> {
  const page = path === OWNER ? "/admin/services/demo-deep-tissue-massage" : path;
  const html = await (await fetch(site().url + page, { headers: await admin() })).text();
  return /name="shown" value="([^"]*)"/.exec(html)?.[1] ?? "";
}
