import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { target } from "#tests/support/attacks/target.ts";

const site = target();
const OWNER = "/admin/media?list=services&id=demo-deep-tissue-massage";
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
  body.set("file", new File([new Uint8Array(bytes)], name, { type }));
  const headers = { ...(await admin()), origin };
  return (await fetch(url + OWNER, { method: "POST", headers, body, redirect: "manual" })).status;
}

/** A PNG of this size in one grey, as small as deflate makes it. */
function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.min(20_000_000, Math.ceil(width / 8 + 1) * height)));
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
