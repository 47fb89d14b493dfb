import { Client, HTTPMessageHandler } from "@microsoft/microsoft-graph-client";
import { expect, test } from "vitest";
import { microsoft as ours } from "#app/calendars/microsoft.gateway.server.ts";
import { parseConfig } from "#app/platform/config.server.ts";
import { allowAt } from "#tests/support/calendar-company.ts";
import { graphTime, MICROSOFT_CLIENT, microsoftCalendars } from "#tests/support/microsoft-calendar.ts";

// Microsoft's package is the client here: what our stand-in answers is what Microsoft's own code reads.
const REDIRECT = "https://limber.example/admin/diary/subscriptions/sign-in/microsoft";
const VERIFIER = "a-verifier-of-more-than-forty-three-characters-in-all";
const HOUR_MS = 3_600_000;
const TEN = Date.UTC(2027, 4, 5, 9);
const ID = "0b7c2d4e-7a39-4f0c-9a5e-6f2f4a1c9b10";

async function both() {
  const microsoft = await microsoftCalendars();
  const parsed = parseConfig({});
  if (parsed.kind !== "valid") throw new Error(parsed.kind);
  const app = { config: { ...parsed.config, ...microsoft.config }, clock: { now: () => TEN } };
  const url = ours.signInUrl(app, {
    clientId: MICROSOFT_CLIENT.clientId,
    redirect: REDIRECT,
    state: "s",
    verifier: VERIFIER,
  });
  const { code } = await allowAt(url);
  const signedIn = await ours.exchangeCode(app, MICROSOFT_CLIENT, { code, verifier: VERIFIER, redirect: REDIRECT });
  if (signedIn.kind === "fault") throw new Error(signedIn.fault);
  const { accessToken: token } = signedIn;
  // Its own way to sign in sends tokens over https only, so that loopback gets this one by hand.
  const theirs = Client.initWithMiddleware({
    ...{ baseUrl: microsoft.origin, defaultVersion: "v1.0", middleware: new HTTPMessageHandler() },
    fetchOptions: { headers: { Authorization: `Bearer ${token}` } },
  });
  const found = await ours.findCalendars(app, token, { title: "Ours", zone: "Europe/London", before: null });
  if (found.kind === "fault") throw new Error(found.fault);
  const calendar = found.calendars.find(({ writes }) => writes)?.url ?? "";
  return { microsoft, app, token, theirs, signedIn, calendar };
}

const EVENT = {
  ...{
    uid: "x",
    start: TEN,
    end: TEN + HOUR_MS,
    sequence: 0,
    changedAt: TEN,
    summary: "Appointment",
    isPending: false,
  },
  url: "https://limber.example/admin/appointments/1",
};

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => [200],
    ({ statusCode, code }: { statusCode: number; code: string }) => [statusCode, code],
  );

test("the package reads the event that we write, and we read what the package changes", async () => {
  const { app, token, theirs, calendar, microsoft } = await both();
  const own = ours.appointments(app, token);
  const href = own.hrefFor(calendar, ID);
  const written = await own.putObject({ href, event: EVENT, before: null });
  expect(written).toMatchObject({ kind: "changed" });
  // Sent again without its answer, it is made once.
  expect(await own.putObject({ href, event: EVENT, before: null })).toEqual({ kind: "conflict" });
  const [{ id = "" } = {}] = microsoft.calendars();
  const all = await theirs.api(`/me/calendars/${id}/events`).get();
  expect(all.value).toMatchObject([
    { subject: "Appointment", showAs: "busy", transactionId: ID, start: graphTime(TEN) },
  ]);
  expect(all.value[0]["@odata.etag"]).toBe(written.kind === "changed" && written.etag);
  const moved = await theirs
    .api(`/me/events/${all.value[0].id}`)
    .patch({ start: graphTime(TEN + HOUR_MS), end: graphTime(TEN + 2 * HOUR_MS), categories: ["Blue"] });
  const read = await own.readObject(href, { uid: "", zone: "UTC" });
  const time = { start: TEN + HOUR_MS, end: TEN + 2 * HOUR_MS };
  expect(read).toMatchObject({ found: { etag: moved["@odata.etag"], time } });
  const stale = { etag: all.value[0]["@odata.etag"], time: null, text: "" };
  expect(await own.putObject({ href, event: EVENT, before: stale })).toEqual({ kind: "conflict" });
  const before = { etag: moved["@odata.etag"], time: null, text: "" };
  expect(await own.putObject({ href, event: EVENT, before })).toMatchObject({ kind: "changed" });
  expect(await theirs.api(`/me/events/${all.value[0].id}`).get()).toMatchObject({
    categories: ["Blue"],
    start: graphTime(TEN),
  });
  await theirs.api(`/me/events/${all.value[0].id}`).delete();
  expect(await own.readObject(href, { uid: "", zone: "UTC" })).toEqual({ kind: "read", found: null });
});

test("pages, 401, 403, 404, 412 and 429 reach the package as Microsoft says", async () => {
  const { app, token, theirs, calendar, microsoft } = await both();
  const [{ id = "" } = {}] = microsoft.calendars();
  for (const hour of [0, 1, 2])
    await theirs
      .api(`/me/calendars/${id}/events`)
      .post({ subject: "x", start: graphTime(TEN + hour * HOUR_MS), end: graphTime(TEN + (hour + 1) * HOUR_MS) });
  microsoft.pages(2);
  const first = await theirs.api(`/me/calendars/${id}/events`).get();
  const last = await theirs.api(first["@odata.nextLink"].replace(`${microsoft.origin}/v1.0`, "")).get();
  expect([first.value.length, last.value.length, last["@odata.nextLink"]]).toEqual([2, 1, undefined]);
  expect(await codeOf(theirs.api("/me/events/none").get())).toEqual([404, "ErrorItemNotFound"]);
  const wrong = theirs.api(`/me/events/${first.value[0].id}`).header("If-Match", 'W/"x"').patch({ subject: "y" });
  expect(await codeOf(wrong)).toEqual([412, "ErrorIrresolvableConflict"]);
  // Only what is busy blocks: by pages, and none that is free, cancelled or declined.
  const time = { start: TEN, end: TEN + HOUR_MS };
  microsoft.shows(
    ...[
      { ...time, showAs: "free" },
      { ...time, isCancelled: true },
      { ...time, showAs: "workingElsewhere" },
    ],
    { ...time, responseStatus: { response: "declined" } },
    { start: TEN + 2 * HOUR_MS, end: TEN + 3 * HOUR_MS, showAs: "tentative" },
  );
  const window = { start: TEN - HOUR_MS, end: TEN + 24 * HOUR_MS };
  const main = { url: `${microsoft.origin}/v1.0/me/calendar/`, window, cursor: null };
  expect(await ours.readBusy(app, token, main)).toMatchObject({
    kind: "read",
    busy: [{ start: TEN + 2 * HOUR_MS, end: TEN + 3 * HOUR_MS }],
  });
  microsoft.next({ status: 429, code: "ApplicationThrottled", headers: { "Retry-After": "120" } });
  expect(await ours.readBusy(app, token, main)).toEqual({ kind: "fault", fault: "too-fast", wait: 120 });
  microsoft.revoke();
  expect(await codeOf(theirs.api(`/me/calendars/${id}/events`).get())).toEqual([401, "InvalidAuthenticationToken"]);
  expect(await ours.appointments(app, token).listObjects(calendar)).toMatchObject({ fault: "signed-out" });
});

test("links of changes lead the package and us to the same, by pages, and an old one is refused (410)", async () => {
  const { app, token, theirs, microsoft } = await both();
  const [HOUR, window] = [
    { start: TEN, end: TEN + HOUR_MS },
    { start: TEN - HOUR_MS, end: TEN + 24 * HOUR_MS },
  ];
  const main = { url: `${microsoft.origin}/v1.0/me/calendar/`, window };
  microsoft.shows({ ...HOUR, type: "occurrence", seriesMasterId: "m" }, HOUR);
  microsoft.pages(1);
  const first = `/me/calendar/calendarView/delta?startDateTime=${new Date(window.start).toISOString()}&endDateTime=${new Date(window.end).toISOString()}`;
  const path = (link: string) => link.replace(`${microsoft.origin}/v1.0`, "");
  const listed = await theirs.api(first).get();
  // An occurrence says only when it is.
  expect(Object.keys(listed.value[0]).sort()).toEqual(["end", "id", "seriesMasterId", "start", "type"]);
  const last = await theirs.api(path(listed["@odata.nextLink"])).get();
  const since = path(last["@odata.deltaLink"]);
  expect((await theirs.api(since).get()).value).toEqual([]);
  const read = await ours.readBusy(app, token, { ...main, cursor: null });
  const cursor = read.kind === "read" ? read.cursor : null;
  expect(await ours.readBusy(app, token, { ...main, cursor })).toMatchObject({ kind: "cached" });
  microsoft.shows({ start: TEN + HOUR_MS, end: TEN + 2 * HOUR_MS });
  expect((await theirs.api(since).get()).value).toMatchObject([{ "@removed": { reason: "deleted" } }]);
  const changed = await ours.readBusy(app, token, { ...main, cursor });
  expect(changed).toMatchObject({ kind: "read", busy: [{ start: TEN + HOUR_MS, end: TEN + 2 * HOUR_MS }] });
  microsoft.expireLinks();
  expect(await codeOf(theirs.api(since).get())).toEqual([410, "SyncStateNotFound"]);
  const again = await ours.readBusy(app, token, { ...main, cursor: changed.kind === "read" ? changed.cursor : null });
  expect(again).toMatchObject({ kind: "read", busy: [{ start: TEN + HOUR_MS }], cursor: expect.any(String) });
  const choosing = theirs.api(`${first}&$select=start`).get();
  expect(await codeOf(choosing)).toEqual([400, "ErrorInvalidUrlQuery"]);
});
