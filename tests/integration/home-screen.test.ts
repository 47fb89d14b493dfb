import sharp from "sharp";
import { expect, test } from "vitest";
import { APP_ICONS, appIconAddress } from "#app/media/app-icon.server.ts";
import * as icon from "#app/routes/feeds/app-icon.ts";
import * as manifest from "#app/routes/feeds/app-manifest.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { setLogo } from "#app/settings/set-pictures.server.ts";
import { type StubSite, stubSite } from "#tests/support/stub-site.ts";
import { fileOf } from "#tests/support/uploaded.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const square =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><path fill="#102030" d="M0 0h20v20H0z"/></svg>';
const [PAPER, INK, BOTTLE] = ["f4f1ea", "102030", "164a3c"];

function site(): Promise<StubSite> {
  return stubSite({ routes: { "/apps/:app": manifest, "/apps/icons/:file": icon } });
}

async function rename({ app }: StubSite, name: string): Promise<void> {
  await saveSetting(app, admin, { key: "business", version: 0, next: (stored) => ({ ...stored, name }) });
}

/** An icon's size, and its colours at the edge, inside the corner and in the middle. */
async function drawn({ port }: StubSite, src: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${src}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  const picture = sharp(Buffer.from(await answer.arrayBuffer()));
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (share: number) => {
    const pixel = Math.round(info.width * share) * (info.width + 1) * info.channels;
    return data.subarray(pixel, pixel + 3).toString("hex");
  };
  return { width: info.width, height: info.height, colours: [at(0.02), at(0.17), at(0.5)], bytes: data };
}

test("a logo as SVG is on a home screen as a PNG in each size, and whole where it is cut to a circle", async () => {
  const one = await site();
  await setLogo(one.app, admin, fileOf(Buffer.from(square)));
  const { icons } = JSON.parse((await one.get("/apps/today.webmanifest")).text);
  expect(icons.map(({ src }: { src: string }) => src)).toEqual(
    (["192.png", "512.png", "maskable.png"] as const).map(appIconAddress),
  );
  for (const { src, sizes, purpose } of [...icons, { src: appIconAddress("touch.png"), sizes: "180x180" }]) {
    const { width, height, colours } = await drawn(one, src);
    expect(`${width}x${height}`).toBe(sizes);
    expect(colours, src).toEqual([PAPER, purpose === "maskable" ? PAPER : INK, INK]);
  }
});

test("a practice without a logo has its letter, and without a letter its colour", async () => {
  const [one, other] = [await site(), await site()];
  await rename(one, "Ferrier");
  const letter = await drawn(one, appIconAddress("512.png"));
  expect(letter.colours[0]).toBe(BOTTLE);
  expect(letter.bytes.includes(Buffer.from("fcfaf6", "hex"))).toBe(true);
  await rename(other, "& &");
  const plain = await drawn(other, appIconAddress("512.png"));
  expect(plain.bytes.toString("hex").replaceAll(BOTTLE, "")).toBe("");
});

test("an icon is asked for anew and comes again only when the logo is another; opened by itself it runs nothing", async () => {
  const one = await site();
  const src = appIconAddress("192.png");
  const { headers } = await one.get(src);
  expect(headers["cache-control"]).toBe("no-cache");
  expect(headers["content-security-policy"]).toContain("base-uri 'none'; frame-ancestors 'none'; sandbox");
  const known = { "if-none-match": String(headers.etag) };
  expect((await one.get(src, known)).status).toBe(304);
  await setLogo(one.app, admin, fileOf(Buffer.from(square)));
  expect((await one.get(src, known)).status).toBe(200);
});

test("each of the two pages opens as itself, under the practice's name; there is no third", async () => {
  const one = await site();
  const read = async (name: string) => JSON.parse((await one.get(`/apps/${name}.webmanifest`)).text);
  const common = { scope: "/", display: "standalone", lang: "en-GB" };
  expect(await read("appointments")).toMatchObject({ ...common, start_url: "/my-appointment", id: "/my-appointment" });
  expect(await read("today")).toMatchObject({ ...common, short_name: "Today", start_url: "/admin", id: "/admin" });
  for (const path of ["/apps/other.webmanifest", "/apps/toString", "/apps/icons/64.png", "/apps/icons/constructor"])
    expect((await one.get(path)).status, path).toBe(404);
  expect(Object.keys(APP_ICONS)).toHaveLength(4);
});
