import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { chooseCalendars, connectAccount, getAccount } from "#app/calendars/accounts.server.ts";
import { calendarAppsForm, saveCalendarApps } from "#app/calendars/calendar-apps.server.ts";
import { accountForm, calendarLinkForm } from "#app/calendars/calendar-link.form.ts";
import { connectCalendar, readCalendarPage } from "#app/calendars/links.server.ts";
import { finishSignIn, listSignIns } from "#app/calendars/sign-in.server.ts";
import { exportArchive } from "#app/moving/archive/export-archive.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { createLog } from "#app/platform/log.server.ts";
import type { Person } from "#app/platform/permissions.ts";
import { exportData } from "#app/privacy/get-client-record.server.ts";
import { contentsOf } from "#tests/support/archives/archives.ts";
import { at, booked, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { caldavLine, phoneOf } from "#tests/support/caldav.ts";
import { allowAt } from "#tests/support/calendar-company.ts";
import { calendarServer, calendarText, eventAt, PRIVATE_TITLE } from "#tests/support/calendar-feed.ts";
import { later } from "#tests/support/calendar-sync.ts";
import { GOOGLE_CLIENT, googleCalendars } from "#tests/support/google-calendar.ts";
import { MICROSOFT_CLIENT, microsoftCalendars } from "#tests/support/microsoft-calendar.ts";
import { type CalDavServer, startRadicale } from "#tests/support/radicale.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { demoApp } from "#tests/support/test-app.ts";

const [TOM, PRIYA] = ["demo-tom-ellery", "demo-priya-sandhu"];
const HOUR_MS = 3_600_000;
const WRONG = "a-mistyped-app-password";

let radicale: CalDavServer;
beforeAll(async () => {
  radicale = await startRadicale();
});
afterAll(() => radicale.stop());

test("no token, address, password, client secret or title of a calendar is in the database, logs, archives or answers", {
  timeout: 240_000,
}, async () => {
  const [google, microsoft, feed, line] = [
    await googleCalendars(),
    await microsoftCalendars(),
    await calendarServer(),
    await caldavLine(radicale),
  ];
  onTestFinished(line.close);
  const outboundPrivate = [google, microsoft, feed, line].map(({ origin }) => origin);
  const logged: string[] = [];
  const config = { ...google.config, ...microsoft.config, outboundPrivate };
  const app = { ...(await demoApp({ config })), log: createLog("trace", { write: (text) => void logged.push(text) }) };
  const owner: Person = {
    ...{ kind: "admin", isConfirmed: true },
    userId: (await personIn(app, { role: "admin", email: "owner@example.com" })).id,
  };
  const answers: unknown[] = [];

  // One calendar of each sort, with an event that has a title.
  const typed = calendarAppsForm.parse({ google: GOOGLE_CLIENT, microsoft: MICROSOFT_CLIENT });
  answers.push(await saveCalendarApps(app, owner, { version: 0, typed }));
  microsoft.shows({ start: at("12:00"), end: at("12:00") + HOUR_MS, subject: PRIVATE_TITLE });
  for (const company of ["google", "microsoft"] as const) {
    const [link] = (await listSignIns(app, owner, { company, therapistIds: [TOM] })) ?? [];
    answers.push(await finishSignIn(app, owner, { company, ...(await allowAt(link?.url ?? "")) }));
    answers.push(await finishSignIn(app, owner, { company, state: "x", code: "y" }));
  }
  feed.holds(eventAt(WEDNESDAY, "09:00", "10:00"), { lines: ["DTSTART:nonsense", "DESCRIPTION:x"] });
  const link = (address: string) => ({ therapistId: TOM, typed: calendarLinkForm.parse({ address, name: "Home" }) });
  answers.push(await connectCalendar(app, owner, link(feed.address)));
  answers.push(await connectCalendar(app, owner, link(feed.address)));
  const user = radicale.newUser();
  const phone = phoneOf(user);
  await phone.makeCalendar("home");
  await phone.put("home/one.ics", calendarText([{ uid: "one", ...eventAt(WEDNESDAY, "15:00", "16:00") }]));
  const account = { therapist: PRIYA, provider: "other", server: line.origin, username: user.username };
  answers.push(await connectAccount(app, owner, accountForm.parse({ ...account, password: WRONG })));
  const caldav = await connectAccount(app, owner, accountForm.parse({ ...account, password: user.password }));
  const id = caldav.kind === "added" ? caldav.id : "";
  const key = (await getAccount(app, owner, id))?.calendars[0]?.key ?? "";
  const choice = { id, reads: [key], writesTo: key, shows: "times" as const, closesAfter: 6 };
  expect(await chooseCalendars(app, owner, choice)).toEqual({ kind: "changed" });

  // Both ways, and then everything breaks.
  const mine = await booked(app, { therapist: "tom-ellery", start: at("10:00"), email: "ada@example.com" });
  await booked(app, { therapist: "priya-sandhu", start: at("10:00") });
  await later(app, 5);
  expect([google.events().length, microsoft.events().length]).toEqual([1, 1]);
  expect(await app.db.kysely.selectFrom("busy_times").selectAll().execute()).toHaveLength(3);
  google.revoke();
  microsoft.revoke();
  line.is("revoked");
  feed.fails(500, { body: PRIVATE_TITLE });
  await later(app, 10);
  const page = await readCalendarPage(app, owner);
  expect(page.accounts.map(({ fault }) => fault).sort()).toEqual(["password", "signed-out", "signed-out"]);
  answers.push(page);
  for (const { id: one } of page.accounts) answers.push(await getAccount(app, owner, one));

  const secrets = [
    ...[...google.secrets(), ...microsoft.secrets(), user.password, WRONG],
    ...[feed.address, "private-0a1b2c", PRIVATE_TITLE],
  ];
  const found = (text: string) => secrets.filter((secret) => text.includes(secret));
  const rows = await allRows(app);
  // What is looked at is not empty: a part of each that may be known stands there.
  expect(rows).toContain(GOOGLE_CLIENT.clientId);
  expect(found(rows)).toEqual([]);
  expect(logged.join("")).toContain("a connected calendar could not be read");
  expect(found(logged.join(""))).toEqual([]);
  expect(found(JSON.stringify(answers))).toEqual([]);
  const archive = await archiveOf(app, owner);
  expect(archive).toContain("Tom Ellery");
  expect(found(archive)).toEqual([]);
  const client = await app.db.kysely
    .selectFrom("appointments")
    .select("client_id")
    .where("id", "=", mine.id)
    .executeTakeFirst();
  const record = await exportData(app, owner, { id: client?.client_id ?? "", personalData });
  expect(record.kind).toBe("exported");
  expect(found(JSON.stringify(record))).toEqual([]);
});

async function allRows(app: AppContext): Promise<string> {
  const tables = await app.db.kysely.introspection.getTables();
  const rows: unknown[] = [];
  for (const { name } of tables)
    rows.push(
      await app.db.kysely
        .selectFrom(name as keyof Tables)
        .selectAll()
        .execute(),
    );
  return JSON.stringify(rows);
}

async function archiveOf(app: AppContext, owner: Person): Promise<string> {
  const outcome = await exportArchive(app, owner);
  if (outcome.kind !== "exported") throw new Error(outcome.kind);
  const pieces: Uint8Array[] = [];
  for await (const piece of outcome.archive) pieces.push(piece);
  const file = join(temporaryFolder(), "archive.zip");
  writeFileSync(file, Buffer.concat(pieces));
  return [...(await contentsOf(file)).values()].map(String).join("\n");
}
