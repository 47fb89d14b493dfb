import sharp from "sharp";
import { expect, test } from "vitest";
import { getService, listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import { removePicture, setPicture } from "#app/catalogue/set-picture.server.ts";
import { getPictureFile } from "#app/media/pictures.server.ts";
import { copyRows } from "#app/platform/database/copy-rows.server.ts";
import { auditOf, contentVersionOf } from "#tests/support/admin-edit.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";
import { fileOf } from "#tests/support/uploaded.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const deepTissue = { list: "services", id: "demo-deep-tissue-massage" } as const;

/** A photograph lying on its side, with a place and a camera in its metadata. */
function photograph(width = 2000, height = 1000): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#b33e14" } })
    .withExif({ IFD0: { Model: "Spy camera" }, IFD3: { GPSLatitude: "54/1 0/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

test("a photograph is drawn anew: upright, in each width, without what the camera wrote into it", async () => {
  const app = await demoApp();
  const upload = { file: fileOf(await photograph()), alt: "A treatment table" };
  expect(await setPicture(app, admin, { ...deepTissue, upload })).toEqual({ kind: "changed" });
  const picture = (await getService(app.db.kysely, "deep-tissue-massage"))?.picture;
  expect(picture).toMatchObject({ alt: "A treatment table", width: 1000, height: 2000 });
  for (const width of [480, 960, 1000]) {
    const file = await getPictureFile(app.db.kysely, { id: picture?.id ?? "", width, type: "webp" });
    const { format, exif, ...size } = await sharp(file as Uint8Array).metadata();
    expect({ format, exif, width: size.width }).toEqual({ format: "webp", exif: undefined, width });
    expect(Buffer.from(file as Uint8Array).includes("Spy camera")).toBe(false);
  }
  expect(await auditOf(app)).toEqual(["admin:imogen picture.put service deep-tissue"]);
  expect(await contentVersionOf(app)).toBe(1);
});

test("a therapist gives themselves a portrait and takes it back, and no colleague's and no service's", async () => {
  const app = await demoApp();
  const own = { list: "therapists", id: "demo-tom-ellery" } as const;
  const tom = { kind: "staff", userId: "tom", roles: ["therapist"], therapistId: own.id, choices: [] } as const;
  const upload = async (alt: string) => ({ file: fileOf(await photograph(300, 300)), alt });
  expect(await setPicture(app, tom, { ...own, upload: await upload("Tom") })).toEqual({ kind: "changed" });
  const colleague = { list: "therapists", id: "demo-imogen-hartley" } as const;
  await setPicture(app, admin, { ...colleague, upload: await upload("Imogen") });
  const before = JSON.stringify(await listTherapists(app.db.kysely));
  for (const others of [colleague, deepTissue]) {
    expect(await setPicture(app, tom, { ...others, upload: await upload("Mine") })).toEqual({ kind: "not-found" });
    expect(await removePicture(app, tom, others)).toEqual({ kind: "not-found" });
  }
  expect(JSON.stringify(await listTherapists(app.db.kysely))).toBe(before);
  expect((await getService(app.db.kysely, "deep-tissue-massage"))?.picture ?? null).toBeNull();
  expect(await removePicture(app, tom, own)).toEqual({ kind: "changed" });
});

test("another picture takes its place, and none brings the drawing back", async () => {
  const app = await demoApp();
  const tom = { list: "therapists", id: "demo-tom-ellery" } as const;
  const toms = async () => (await listTherapists(app.db.kysely)).find(({ id }) => id === tom.id)?.picture;
  await setPicture(app, admin, { ...tom, upload: { file: fileOf(await photograph(300, 300)), alt: "Tom" } });
  const first = await toms();
  await setPicture(app, admin, { ...tom, upload: { file: fileOf(await photograph(300, 300)), alt: "Tom, smiling" } });
  expect((await toms())?.alt).toBe("Tom, smiling");
  expect((await toms())?.id).not.toBe(first?.id);
  await removePicture(app, admin, tom);
  expect(await toms()).toBeNull();
});

test("what is no picture of ours is refused, and says which field", async () => {
  const app = await demoApp();
  const put = (bytes: Uint8Array, alt = "Alt") =>
    setPicture(app, admin, { ...deepTissue, upload: { file: fileOf(bytes), alt } });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const damaged = (await photograph()).subarray(0, 500);
  const flat = { create: { width: 9000, height: 9000, channels: 3, background: "#fff" } } as const;
  const huge = await sharp(flat).png().toBuffer();
  for (const bytes of [svg, new Uint8Array(), damaged, huge, Buffer.alloc(11_000_000, 255)]) {
    expect(await put(bytes)).toMatchObject({ kind: "refused", field: "file" });
  }
  expect(await put(await photograph(), " ")).toMatchObject({ kind: "refused", field: "alt" });
  expect((await getService(app.db.kysely, "deep-tissue-massage"))?.picture).toBeNull();
  expect(await auditOf(app)).toEqual([]);
});

test("nobody but an admin puts up a picture", async () => {
  const app = await demoApp();
  const upload = { file: fileOf(await photograph(300, 300)), alt: "Alt" };
  expect(await setPicture(app, { kind: "visitor" }, { ...deepTissue, upload })).toEqual({ kind: "forbidden" });
  expect(await removePicture(app, { kind: "visitor" }, deepTissue)).toEqual({ kind: "forbidden" });
  expect(await setPicture(app, admin, { list: "services", id: "none", upload })).toEqual({ kind: "not-found" });
});

test("pictures move with the rest to another database", async () => {
  const small = await demoApp({ engine: "sqlite" });
  const large = await testApp();
  await setPicture(small, admin, { ...deepTissue, upload: { file: fileOf(await photograph(300, 300)), alt: "Alt" } });
  await copyRows(small.db, large.db);
  const picture = (await getService(large.db.kysely, "deep-tissue-massage"))?.picture;
  const size = { id: picture?.id ?? "", width: 300, type: "webp" } as const;
  expect(await getPictureFile(large.db.kysely, size)).toEqual(await getPictureFile(small.db.kysely, size));
});
