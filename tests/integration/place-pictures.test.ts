import { expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { removePlacePicture, setPlacePicture } from "#app/settings/set-pictures.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { auditOf, contentVersionOf } from "#tests/support/admin-edit.ts";
import { painting } from "#tests/support/films/painting.ts";
import { demoApp } from "#tests/support/test-app.ts";
import { fileOf } from "#tests/support/uploaded.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const visitor = { kind: "visitor" } as const;
const upload = { file: fileOf(await painting()), alt: "The room by the window" };

async function picturesIn(app: AppContext) {
  return (await readSettings(app.db.kysely, app.log)).settings.pictures;
}

async function unusedIn(app: AppContext): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("pictures").select("id").where("unused_since", "is not", null).execute();
  return rows.map(({ id }) => id);
}

test("a photograph is put in a place, replaced and taken away, and each one that went is let go of", async () => {
  const app = await demoApp();
  expect(await setPlacePicture(app, admin, { place: "room", upload })).toEqual({ kind: "changed" });
  const first = (await picturesIn(app)).room;
  expect(first).toMatchObject({ alt: "The room by the window", width: expect.any(Number) });
  await setPlacePicture(app, admin, { place: "room", upload: { ...upload, alt: "Another" } });
  const second = (await picturesIn(app)).room;
  expect(second).toMatchObject({ alt: "Another" });
  expect(await unusedIn(app)).toEqual([first?.id]);
  await removePlacePicture(app, admin, "room");
  // Whoever presses a moment later finds it done.
  expect(await removePlacePicture(app, admin, "room")).toEqual({ kind: "changed" });
  expect((await picturesIn(app)).room).toBeNull();
  expect((await unusedIn(app)).toSorted()).toEqual([first?.id, second?.id].toSorted());
  expect(await auditOf(app)).toEqual([
    "admin:imogen picture.put place room",
    "admin:imogen picture.put place room",
    "admin:imogen picture.remove place room",
  ]);
  expect(await contentVersionOf(app)).toBe(3);
});

test("uploads to several places at once are all kept", async () => {
  const app = await demoApp();
  const places = ["home", "services", "about", "contact"] as const;
  await Promise.all(places.map((place) => setPlacePicture(app, admin, { place, upload })));
  const pictures = await picturesIn(app);
  expect(new Set(places.map((place) => pictures[place]?.id)).size).toBe(4);
  expect(await unusedIn(app)).toEqual([]);
});

test("nobody but an admin puts one up or takes one away, and what is no picture is refused", async () => {
  const app = await demoApp();
  expect(await setPlacePicture(app, visitor, { place: "home", upload })).toEqual({ kind: "forbidden" });
  expect(await removePlacePicture(app, visitor, "home")).toEqual({ kind: "forbidden" });
  const words = { ...upload, alt: "" };
  expect(await setPlacePicture(app, admin, { place: "home", upload: words })).toMatchObject({ field: "alt" });
  const svg = { file: fileOf(Buffer.from("<svg")), alt: "Alt" };
  expect(await setPlacePicture(app, admin, { place: "home", upload: svg })).toMatchObject({ field: "file" });
  expect(await auditOf(app)).toEqual([]);
});

test("of two who replace one picture, the second is told and overwrites nothing", async () => {
  const app = await demoApp();
  const put = (alt: string, shown: string) =>
    setPlacePicture(app, admin, { place: "room", upload: { ...upload, alt }, seenId: shown });
  const stored = async () => (await picturesIn(app)).room;
  expect(await put("First", "")).toEqual({ kind: "changed" });
  expect(await put("Second", "")).toEqual({ kind: "conflict" });
  expect(await removePlacePicture(app, admin, "room", "")).toEqual({ kind: "conflict" });
  expect((await stored())?.alt).toBe("First");
  expect(await put("Third", (await stored())?.id ?? "")).toEqual({ kind: "changed" });
  expect((await stored())?.alt).toBe("Third");
});
