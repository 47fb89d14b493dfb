import { auth, calendar as packageOf } from "@googleapis/calendar";
import { expect, test } from "vitest";
import { google as ours } from "#app/calendars/google.gateway.server.ts";
import { parseConfig } from "#app/platform/config.server.ts";
import { allowAt } from "#tests/support/calendar-company.ts";
import { GOOGLE_CLIENT, googleCalendars } from "#tests/support/google-calendar.ts";

// Google's package is the client here: what our stand-in answers is what Google's own code reads, and what it stores is
// what we read.
const REDIRECT = "https://limber.example/admin/diary/subscriptions/sign-in/google";
const VERIFIER = "a-verifier-of-more-than-forty-three-characters-in-all";
const SCOPES = [
  "openid",
  "email",
  "https://www.googleapis.com/auth/calendar.app.created",
  "https://www.googleapis.com/auth/calendar.events.freebusy",
  "https://www.googleapis.com/auth/calendar.calendarlist.readonly",
];
const HOUR_MS = 3_600_000;
const TEN = Date.UTC(2027, 4, 5, 9);
const ID = "0b7c2d4e-7a39-4f0c-9a5e-6f2f4a1c9b10";

async function both() {
  const google = await googleCalendars();
  const parsed = parseConfig({});
  if (parsed.kind !== "valid") throw new Error(parsed.kind);
  const app = { config: { ...parsed.config, ...google.config }, clock: { now: () => TEN } };
  const url = ours.signInUrl(app, {
    clientId: GOOGLE_CLIENT.clientId,
    redirect: REDIRECT,
    state: "s",
    verifier: VERIFIER,
  });
  const { code } = await allowAt(url);
  const signedIn = await ours.exchangeCode(app, GOOGLE_CLIENT, { code, verifier: VERIFIER, redirect: REDIRECT });
  if (signedIn.kind === "fault") throw new Error(signedIn.fault);
  const { accessToken } = signedIn;
  const client = new auth.OAuth2({
    ...{ clientId: GOOGLE_CLIENT.clientId, clientSecret: GOOGLE_CLIENT.secret, redirectUri: REDIRECT },
    endpoints: { oauth2TokenUrl: `${google.origin}/token`, oauth2AuthBaseUrl: `${google.origin}/o/oauth2/v2/auth` },
  });
  client.setCredentials({ refresh_token: signedIn.refreshToken });
  const theirs = packageOf({ version: "v3", rootUrl: `${google.origin}/`, auth: client, retry: false });
  return { google, app, signedIn, accessToken, client, theirs };
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

/** An error of the package as Google's documentation names it. */
async function refusal(promise: Promise<unknown>) {
  const error = await promise.then(
    () => ({ status: 200 }),
    (caught: { status?: number; response?: { data?: { error?: { errors?: { reason: string }[] } } } }) => caught,
  );
  const reason = "response" in error ? error.response?.data?.error?.errors?.[0]?.reason : undefined;
  return [error.status, reason];
}

test("the page that we send therapists to is the one that Google's package makes", async () => {
  const { app, client } = await both();
  const sent = new URL(
    ours.signInUrl(app, { clientId: GOOGLE_CLIENT.clientId, redirect: REDIRECT, state: "s", verifier: VERIFIER }),
  );
  const theirs = new URL(
    client.generateAuthUrl({
      ...{ access_type: "offline", prompt: "consent", scope: SCOPES, state: "s" },
      code_challenge: sent.searchParams.get("code_challenge") ?? "",
      code_challenge_method: "S256" as never,
    }),
  );
  expect([...sent.searchParams].sort()).toEqual([...theirs.searchParams].sort());
  expect(sent.pathname).toBe(theirs.pathname);
});

test("the package exchanges a code as we do, and its new access token opens the same calendar", async () => {
  const { app, accessToken, client, theirs, google } = await both();
  const { code } = await allowAt(
    ours.signInUrl(app, { clientId: GOOGLE_CLIENT.clientId, redirect: REDIRECT, state: "s", verifier: VERIFIER }),
  );
  const { tokens } = await client.getToken({ code, codeVerifier: VERIFIER });
  expect(tokens.refresh_token).toBeTruthy();
  expect(tokens.scope?.split(" ")).toEqual(SCOPES);
  const made = await ours.findCalendars(app, accessToken, {
    title: "Limber Yard: appointments",
    zone: "Europe/London",
    before: null,
  });
  if (made.kind === "fault") throw new Error(made.fault);
  const [{ id = "" } = {}] = google.calendars();
  const read = await theirs.calendars.get({ calendarId: id });
  expect(read.data).toMatchObject({ id, summary: "Limber Yard: appointments", timeZone: "Europe/London" });
  // A second sign-in finds it again.
  const own = made.calendars.find(({ writes }) => writes)?.url ?? "";
  const again = await ours.findCalendars(app, accessToken, { title: "Other", zone: "UTC", before: own });
  expect(again).toEqual(made);
  expect(google.calendars()).toHaveLength(1);
});

test("the package reads the event that we write, and we read what the package changes", async () => {
  const { app, accessToken, theirs, google } = await both();
  const made = await ours.findCalendars(app, accessToken, { title: "Ours", zone: "Europe/London", before: null });
  if (made.kind === "fault") throw new Error(made.fault);
  const url = made.calendars.find(({ writes }) => writes)?.url ?? "";
  const [{ id: calendarId = "" } = {}] = google.calendars();
  const own = ours.appointments(app, accessToken);
  const href = own.hrefFor(url, ID);
  const written = await own.putObject({ href, event: EVENT, before: null });
  expect(written).toMatchObject({ kind: "changed" });
  const eventId = ID.replaceAll("-", "");
  const { data } = await theirs.events.get({ calendarId, eventId });
  expect(data).toMatchObject({ summary: "Appointment", status: "confirmed", iCalUID: `${eventId}@google.com` });
  expect(Date.parse(data.start?.dateTime ?? "")).toBe(TEN);
  expect(own.uidFor(ID, "limber.example")).toBe(data.iCalUID);
  // The therapist gives it a colour and another hour by Google's own code.
  const later = { dateTime: new Date(TEN + HOUR_MS).toISOString() };
  const end = { dateTime: new Date(TEN + 2 * HOUR_MS).toISOString() };
  const moved = await theirs.events.patch({ calendarId, eventId, requestBody: { start: later, end, colorId: "7" } });
  const read = await own.readObject(href, { uid: "", zone: "Europe/London" });
  expect(read).toMatchObject({
    found: { etag: moved.data.etag, time: { start: TEN + HOUR_MS, end: TEN + 2 * HOUR_MS } },
  });
  // What we knew before is refused; with what stands there we put it back, and the colour stays.
  const stale = { etag: data.etag ?? null, time: null, text: "" };
  expect(await own.putObject({ href, event: EVENT, before: stale })).toEqual({ kind: "conflict" });
  const before = { etag: moved.data.etag ?? null, time: null, text: "" };
  expect(await own.putObject({ href, event: EVENT, before })).toMatchObject({ kind: "changed" });
  const restored = await theirs.events.get({ calendarId, eventId });
  expect(restored.data).toMatchObject({ colorId: "7", start: { dateTime: new Date(TEN).toISOString() } });
  // Deleted by the package, it is not there; its id is called back by us.
  await theirs.events.delete({ calendarId, eventId });
  expect(await own.readObject(href, { uid: "", zone: "UTC" })).toMatchObject({ found: null });
  expect(await own.putObject({ href, event: EVENT, before: null })).toMatchObject({ kind: "changed" });
  expect((await theirs.events.get({ calendarId, eventId })).data.status).toBe("confirmed");
});

test("the stand-in refuses the package as Google does: 403, 404, 409, 410, 412, and a range that is too long", async () => {
  const { google, app, accessToken, theirs } = await both();
  const made = await theirs.calendars.insert({ requestBody: { summary: "Ours", timeZone: "Europe/London" } });
  const calendarId = made.data.id ?? "";
  const time = { start: { dateTime: "2027-05-05T10:00:00+01:00" }, end: { dateTime: "2027-05-05T11:00:00+01:00" } };
  for (const id of ["aaaaa", "bbbbb", "ccccc"])
    await theirs.events.insert({ calendarId, requestBody: { id, ...time } });
  expect(await refusal(theirs.events.insert({ calendarId, requestBody: { id: "aaaaa", ...time } }))).toEqual([
    409,
    "duplicate",
  ]);
  expect(await refusal(theirs.events.insert({ calendarId, requestBody: { id: "wxyz-", ...time } }))).toEqual([
    400,
    "invalid",
  ]);
  expect(await refusal(theirs.events.get({ calendarId, eventId: "ddddd" }))).toEqual([404, "notFound"]);
  const ifMatch = { headers: { "If-Match": '"1"' } };
  expect(await refusal(theirs.events.delete({ calendarId, eventId: "aaaaa" }, ifMatch))).toEqual([
    412,
    "conditionNotMet",
  ]);
  // By pages; only the last one has the token for what changes from now on.
  google.pages(2);
  const first = await theirs.events.list({ calendarId });
  expect([first.data.items?.length, first.data.nextSyncToken]).toEqual([2, undefined]);
  const last = await theirs.events.list({ calendarId, pageToken: first.data.nextPageToken ?? "" });
  expect([last.data.items?.length, last.data.nextPageToken]).toEqual([1, undefined]);
  const syncToken = last.data.nextSyncToken ?? "";
  await theirs.events.delete({ calendarId, eventId: "bbbbb" });
  expect(await refusal(theirs.events.delete({ calendarId, eventId: "bbbbb" }))).toEqual([410, "deleted"]);
  const changed = await theirs.events.list({ calendarId, syncToken });
  expect(changed.data.items?.map(({ id, status }) => [id, status])).toEqual([["bbbbb", "cancelled"]]);
  expect(await refusal(theirs.events.list({ calendarId, syncToken, timeMin: new Date(TEN).toISOString() }))).toEqual([
    400,
    "badRequest",
  ]);
  google.expireTokens();
  expect(await refusal(theirs.events.list({ calendarId, syncToken }))).toEqual([410, "fullSyncRequired"]);
  google.next({ status: 403, reason: "rateLimitExceeded" });
  expect(await refusal(theirs.events.list({ calendarId }))).toEqual([403, "rateLimitExceeded"]);
  // Free and busy: what the package reads and what we do.
  google.isBusy({ start: TEN, end: TEN + HOUR_MS });
  const range = { timeMin: new Date(TEN - HOUR_MS).toISOString(), timeMax: new Date(TEN + 24 * HOUR_MS).toISOString() };
  const busy = await theirs.freebusy.query({ requestBody: { ...range, items: [{ id: "primary" }] } });
  expect(busy.data.calendars?.primary?.busy).toEqual([{ start: "2027-05-05T09:00:00Z", end: "2027-05-05T10:00:00Z" }]);
  const long = { ...range, timeMax: new Date(TEN + 91 * 24 * HOUR_MS).toISOString() };
  expect(await refusal(theirs.freebusy.query({ requestBody: { ...long, items: [{ id: "primary" }] } }))).toEqual([
    400,
    "timeRangeTooLong",
  ]);
  const window = { start: TEN - HOUR_MS, end: TEN + 400 * 24 * HOUR_MS };
  const main = await ours.findCalendars(app, accessToken, { title: "Ours", zone: "UTC", before: null });
  const url = main.kind === "found" ? (main.calendars[0]?.url ?? "") : "";
  const read = await ours.readBusy(app, accessToken, { url, window, cursor: null });
  expect(read).toMatchObject({ busy: [{ start: TEN, end: TEN + HOUR_MS }] });
});

test("the package lists by pages the calendars that we list, and ends the sign-in as we do", async () => {
  const { google, app, accessToken, signedIn, client, theirs } = await both();
  google.other("family@group.calendar.google.com", "Family", []);
  google.other("school@group.calendar.google.com", "School", []);
  google.pages(1);
  const names: string[] = [];
  let pageToken: string | undefined;
  do {
    const { data } = await theirs.calendarList.list(pageToken === undefined ? {} : { pageToken });
    names.push(...(data.items ?? []).map(({ summary, summaryOverride }) => summaryOverride ?? summary ?? ""));
    pageToken = data.nextPageToken ?? undefined;
  } while (pageToken !== undefined);
  expect(names).toEqual(["tom.ellery@example.com", "Family", "School"]);
  const listed = await ours.listOthers(app, accessToken, null);
  expect(listed.kind === "found" && listed.calendars.map(({ name }) => name)).toEqual(["Family", "School"]);
  google.next({ status: 403, reason: "userRateLimitExceeded" });
  expect(await ours.listOthers(app, accessToken, null)).toMatchObject({ fault: "too-fast" });
  expect(await ours.endSignIn?.(app, signedIn.refreshToken)).toEqual({ kind: "ended" });
  expect(google.hasEnded()).toBe(true);
  // What has ended before is no fault, and the package is refused from then on.
  expect(await ours.endSignIn?.(app, signedIn.refreshToken)).toEqual({ kind: "ended" });
  await expect(client.refreshAccessToken()).rejects.toThrow("invalid_grant");
});

test("a revoked sign-in is refused to the package as to us", async () => {
  const { google, theirs } = await both();
  google.revoke();
  const error = await theirs.calendars.get({ calendarId: "x" }).catch((caught: Error) => caught);
  expect(String(error)).toMatch(/invalid_grant/);
});
