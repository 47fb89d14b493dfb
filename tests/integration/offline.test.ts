import { expect, test } from "vitest";
import { COPY_HEADER, cacheNameOf, OWNER_HEADER, readMark } from "#app/offline/offline-pages.ts";
import { readSession } from "#app/routes/account/identity.server.ts";
import * as logout from "#app/routes/account/logout.ts";
import * as bookingCopy from "#app/routes/offline/booking.tsx";
import * as ownCopy from "#app/routes/offline/my-appointment.tsx";
import * as offlinePage from "#app/routes/offline/offline-page.tsx";
import * as todayCopy from "#app/routes/offline/today.tsx";
import { DEFAULT_WORDS } from "#app/site/page-words.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { booked } from "#tests/support/booked.ts";
import { at } from "#tests/support/booking-inputs.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { signedIn } from "#tests/support/signed-in.ts";
import { type StubSite, stubSite } from "#tests/support/stub-site.ts";

const OWN = "/my-appointment/offline";
const TODAY = "/admin/offline";
const HOUR = 3_600_000;

async function offlineSite(): Promise<StubSite> {
  const asked = [readSession];
  const site = await stubSite({
    routes: {
      [OWN]: { ...ownCopy, middleware: [...asked, ...ownCopy.middleware] },
      [TODAY]: { ...todayCopy, middleware: [...asked, ...todayCopy.middleware] },
      "/booking/:secret/offline": { ...bookingCopy, middleware: asked },
      "/my-appointment": { middleware: asked, default: () => null },
      "/offline": { ...offlinePage, middleware: asked },
      "/logout": { ...logout, middleware: asked },
    },
  });
  await seedDemo(site.app);
  return site;
}

const markOf = ({ headers }: Awaited<ReturnType<StubSite["get"]>>) =>
  readMark((headers[COPY_HEADER.toLowerCase()] as string | undefined) ?? null);

test("the practice's copy: names and times of today, for eight hours and not into the next day", async () => {
  const { app, get } = await offlineSite();
  const { cookie } = await signedIn(app, { role: "admin" });
  await walkedIn(app, { time: "10:00", therapist: "tom-ellery", name: "Walter Inn", phone: "07700 900982" });
  app.clock.set(at("09:30"));
  const answer = await get(TODAY, { cookie });
  expect(answer.headers["cache-control"]).toBe("private, no-store");
  expect(markOf(answer)).toMatchObject({ taken: at("09:30"), until: at("17:30"), dayEnds: at("24:00") });
  const { text } = await get(`${TODAY}.data`, { cookie });
  for (const shown of ["Walter Inn", "10:00", "11:00", "Tom"]) expect(text).toContain(shown);
  // An id may hold any digits.
  const words = text.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "");
  expect(words).not.toMatch(/900982|Deep Tissue|pence|58|email|note/i);
  app.clock.set(at("21:00"));
  await walkedIn(app, { day: "2027-05-07", time: "13:00", name: "Next Day" });
  expect(markOf(await get(TODAY, { cookie }))?.until).toBe(at("24:00"));
});

test("a day without anybody, and a list without anything, are no copies", async () => {
  const { app, get } = await offlineSite();
  const [admin, client] = [await signedIn(app, { role: "admin" }), await signedIn(app)];
  for (const [path, { cookie }] of [
    [TODAY, admin],
    [OWN, client],
  ] as const) {
    const answer = await get(path, { cookie });
    expect([answer.status, markOf(answer)]).toEqual([200, null]);
  }
});

test("a client's copy has no price and no link, and its mark is of their sign-in", async () => {
  const { app, get } = await offlineSite();
  const client = await signedIn(app);
  const actor = { kind: "client", userId: client.id } as const;
  const { manageSecret } = await booked(app, { email: client.email }, actor);
  const { cookie } = client;
  const answer = await get(OWN, { cookie });
  const mark = markOf(answer);
  expect(mark).toMatchObject({ taken: app.clock.now(), until: app.clock.now() + 30 * 24 * HOUR });
  const { text } = await get(`${OWN}.data`, { cookie });
  expect(text).toContain("Deep Tissue Massage");
  expect(text).not.toMatch(new RegExp(`£|pence|${manageSecret}|@`));
  const page = await get("/my-appointment", { cookie });
  expect(page.headers[OWNER_HEADER.toLowerCase()]).toBe(mark?.owner);
  expect(mark?.owner).toMatch(/^[\w-]{22}$/);
  const copyOfBooking = await get(`/booking/${manageSecret}/offline`, { cookie });
  expect(markOf(copyOfBooking)?.owner).toBe(mark?.owner);
  expect((await get(`/booking/${manageSecret}/offline.data`)).text).not.toMatch(/£|pence|@|900982/);
});

test("each sign-in is an owner of its own, and whoever is not signed in is nobody", async () => {
  const { app, get } = await offlineSite();
  const { appointment, manageSecret } = await booked(app);
  const cookies = [(await signedIn(app)).cookie, (await signedIn(app)).cookie, ""];
  const owners = new Set<string | undefined>();
  for (const cookie of cookies) owners.add(markOf(await get(`/booking/${manageSecret}/offline`, { cookie }))?.owner);
  expect(owners.size).toBe(3);
  expect(owners).toContain("nobody");
  expect([...owners].join()).not.toContain(appointment.id);
});

test("nobody gets a list or a day, and no answer that leads elsewhere has a mark", async () => {
  const { app, get } = await offlineSite();
  const client = await signedIn(app);
  for (const [path, cookie] of [
    [OWN, ""],
    [TODAY, ""],
    [TODAY, client.cookie],
  ] as const) {
    const answer = await get(path, { cookie });
    expect([answer.status, markOf(answer)], path).toEqual([302, null]);
  }
  expect(markOf(await get("/booking/none/offline"))).toBeNull();
  expect(markOf(await get("/offline"))?.owner).toBe("nobody");
});

test("the cookies page names what is kept on the device, and the privacy notice who passes a reminder on", () => {
  const { cookies, privacy } = DEFAULT_WORDS;
  const [store = ""] = cacheNameOf("anybody").split("-");
  expect(cookies.uses.map(({ name }) => name)).toEqual(
    expect.arrayContaining([expect.stringContaining(`${store} (cache storage)`), expect.stringContaining("push")]),
  );
  const said = JSON.stringify(privacy);
  for (const words of ["ask to be reminded on a device", "and can’t read it"]) expect(said).toContain(words);
});

test("signing out empties the browser's stores", async () => {
  const { app, post } = await offlineSite();
  const { cookie } = await signedIn(app);
  const form = { origin: app.config.publicUrl, "content-type": "application/x-www-form-urlencoded", cookie };
  const { headers } = await post("/logout", "", form);
  expect(headers["clear-site-data"]).toBe('"cache", "storage"');
});
