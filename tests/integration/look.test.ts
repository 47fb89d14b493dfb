import sharp from "sharp";
import { expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import * as manifest from "#app/routes/feeds/manifest.ts";
import * as media from "#app/routes/feeds/media.ts";
import { lookOf } from "#app/routes/website/look-of.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { removeLogo, setLogo } from "#app/settings/set-pictures.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { auditOf, contentVersionOf } from "#tests/support/admin-edit.ts";
import { stubSite } from "#tests/support/stub-site.ts";
import { demoApp } from "#tests/support/test-app.ts";
import { fileOf } from "#tests/support/uploaded.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20"><path d="M0 0h80v20z"/></svg>';
const bad = drawing.replace("<path", '<script>alert(1)</script><path onclick="alert(1)"');
const svg = (text = drawing) => fileOf(Buffer.from(text));

async function png(): Promise<Buffer> {
  const background = { r: 10, g: 60, b: 90, alpha: 0.5 };
  const plain = sharp({ create: { width: 1200, height: 300, channels: 4, background } });
  return plain
    .withExif({ IFD0: { Model: "Spy camera" } })
    .png()
    .toBuffer();
}

async function lookIn(app: AppContext) {
  return (await readSettings(app.db.kysely, app.log)).settings.look;
}

async function unusedIn(app: AppContext): Promise<number> {
  const rows = await app.db.kysely.selectFrom("pictures").select("id").where("unused_since", "is not", null).execute();
  return rows.length;
}

test("an SVG is served as it was drawn anew, where no script could run if there were one", async () => {
  const { app, get } = await stubSite({ routes: { "/media/:file": media, "/site.webmanifest": manifest } });
  expect(await setLogo(app, admin, svg(bad))).toEqual({ kind: "changed" });
  const { logo, icons } = lookOf((await readSettings(app.db.kysely, app.log)).settings);
  expect(logo).toMatchObject({ width: 400, height: 100, hasName: false });
  const file = await get(logo?.src ?? "");
  expect([file.status, file.headers["content-type"]]).toEqual([200, "image/svg+xml"]);
  expect(file.headers["content-security-policy"]).toMatch(/default-src 'none'.*sandbox/);
  expect(file.headers["x-content-type-options"]).toBe("nosniff");
  expect(file.text).toBe(drawing.replace('20"', '20" width="80" height="20"'));
  for (const type of ["webp", "png"]) expect((await get((logo?.src ?? "").replace("svg", type))).status).toBe(404);
  expect(JSON.parse((await get("/site.webmanifest")).text).icons).toEqual(icons);
});

test("a PNG is drawn anew, no larger than it is shown, with square icons and without what its camera said", async () => {
  const app = await demoApp();
  expect(await setLogo(app, admin, fileOf(await png()))).toEqual({ kind: "changed" });
  expect(await lookIn(app)).toMatchObject({
    logo: { type: "png", width: 800, height: 200, iconId: expect.any(String) },
  });
  const files = await app.db.kysely.selectFrom("picture_files").selectAll().orderBy("width").execute();
  const drawn = await Promise.all(files.map(({ bytes }) => sharp(new Uint8Array(bytes)).metadata()));
  expect(drawn.map(({ format, width, height, exif }) => ({ format, width, height, exif }))).toEqual([
    { format: "png", width: 192, height: 192, exif: undefined },
    { format: "png", width: 512, height: 512, exif: undefined },
    { format: "png", width: 800, height: 200, exif: undefined },
  ]);
  for (const { bytes } of files) expect(Buffer.from(bytes).includes("Spy camera")).toBe(false);
});

test("another logo takes its place, and both go: the demo's mark is back, another practice's name stands alone", async () => {
  const app = await demoApp();
  const shown = async () => lookOf((await readSettings(app.db.kysely, app.log)).settings);
  await setLogo(app, admin, fileOf(await png()));
  await setLogo(app, admin, svg());
  expect([await unusedIn(app), (await shown()).hasMark]).toEqual([2, false]);
  expect(await removeLogo(app, admin)).toEqual({ kind: "changed" });
  expect(await removeLogo(app, admin)).toEqual({ kind: "changed" });
  expect([await unusedIn(app), await shown()]).toEqual([
    3,
    { accent: null, typeface: null, logo: null, icons: null, hasMark: true },
  ]);
  expect(await auditOf(app)).toEqual([
    "admin:imogen logo.put setting look",
    "admin:imogen logo.put setting look",
    "admin:imogen logo.remove setting look",
  ]);
  expect(await contentVersionOf(app)).toBe(3);
  await saveSetting(app, admin, {
    key: "business",
    version: 1,
    next: (stored) => ({ ...stored, name: "Ferrier" }),
  });
  expect(await shown()).toMatchObject({ hasMark: false, icons: [{ src: "/icon.svg" }] });
});

test("nobody but an admin changes it, and what is no logo is refused with a way out", async () => {
  const app = await demoApp();
  expect(await setLogo(app, { kind: "visitor" }, svg())).toEqual({ kind: "forbidden" });
  expect(await removeLogo(app, { kind: "client", userId: "sam" })).toEqual({ kind: "forbidden" });
  const refusals: [Buffer | null, RegExp][] = [
    [null, /^Choose a logo$/],
    [Buffer.from("<html><body>"), /could not be read/],
    [Buffer.from("GIF89a"), /Choose an SVG or a PNG/],
    [
      await sharp(await png())
        .jpeg()
        .toBuffer(),
      /Choose an SVG or a PNG/,
    ],
    [(await png()).subarray(0, 60), /could not be read/],
    [Buffer.from(drawing.replace("<path", "<text>Hi</text><path")), /Turn its text into outlines/],
    [Buffer.from(drawing + " ".repeat(205_000)), /200 KB or less/],
  ];
  for (const [bytes, message] of refusals) {
    const outcome = await setLogo(app, admin, bytes && fileOf(bytes));
    expect(outcome).toMatchObject({ kind: "refused", field: "file", message: expect.stringMatching(message) });
  }
  expect([await auditOf(app), (await lookIn(app)).logo]).toEqual([[], null]);
});

test("colour and typeface are one save, told in the audit, and make the pages anew", async () => {
  const app = await demoApp();
  const next = (stored: Awaited<ReturnType<typeof lookIn>>) =>
    ({ ...stored, accent: "teal", typeface: "outfit" }) as const;
  expect(await saveSetting(app, admin, { key: "look", version: 0, next })).toEqual({ kind: "saved" });
  expect(await contentVersionOf(app)).toBe(1);
  expect(lookOf((await readSettings(app.db.kysely, app.log)).settings)).toMatchObject({
    accent: "teal",
    typeface: "outfit",
  });
  const [line] = await app.db.kysely.selectFrom("audit").select("detail").execute();
  expect(JSON.parse(line?.detail ?? "")).toMatchObject({
    accent: expect.stringMatching(/oxide.*teal/),
    typeface: expect.stringMatching(/bricolage.*outfit/),
  });
});
