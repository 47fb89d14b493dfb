import { expect, test } from "vitest";
import { removeExpired } from "#app/accounts/accounts.jobs.server.ts";
import { identify, signOut } from "#app/accounts/identify.server.ts";
import { endOtherSessions, endSession } from "#app/accounts/own-sessions.server.ts";
import { changePassword } from "#app/accounts/passwords/set-password.server.ts";
import { disableUser } from "#app/accounts/users/change-user.server.ts";
import { deleteAccount } from "#app/accounts/users/delete-account.server.ts";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { enqueueReminderPushes } from "#app/appointments/appointments.jobs.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { exportOwnData } from "#app/appointments/clients/own-appointments.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { MOST_DEVICES } from "#app/push/push-device.ts";
import { pushInUse, switchPush } from "#app/push/push-in-use.server.ts";
import { addDevice, ownDevices, removeDevice, seeDevice, tryDevice } from "#app/push/tell-device.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { changeRoles, suspend } from "#app/team/change-staff.server.ts";
import { adminActor, NOT_ADMINS } from "#tests/support/admin.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { practice } from "#tests/support/practice.ts";
import { appThatTells, sendNotes, toldOn } from "#tests/support/push/told.ts";
import { ageSession, newSession, PASSWORD, personIn } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";
import { testApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const caller = { headers: new Headers(), address: "192.0.2.1" };

async function deviceIds(app: AppContext): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("push_devices").select("id").execute();
  return rows.map(({ id }) => id);
}

test("keys are made once, sealed, and both processes find the same", async () => {
  const { app } = await appThatTells();
  const first = await pushInUse(app);
  const stored = (await readSettings(app.db.kysely, app.log)).settings.push;
  expect(stored.privateKey).toMatch(/^v1\./);
  expect(first).toMatchObject({ kind: "on", subject: "mailto:hello@limberyard.example" });
  expect(await pushInUse({ ...app })).toEqual(first);
  await Promise.all([switchPush(app, practice, true), switchPush({ ...app }, practice, true)]);
  expect(await pushInUse(app)).toEqual(first);
  const audit = await app.db.kysely.selectFrom("audit").selectAll().where("subject_id", "=", "push").execute();
  expect(JSON.stringify(audit)).not.toContain(stored.privateKey);
});

test("only an owner switches it on, and off forgets every device", async () => {
  const { app, service } = await appThatTells();
  const reception: Actor = { kind: "staff", userId: "x", roles: ["reception"], therapistId: null, choices: [] };
  for (const actor of [...NOT_ADMINS, reception]) {
    expect((await switchPush(app, actor, false)).kind).toBe("forbidden");
  }
  const { userId } = await adminActor(app);
  await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  expect((await getAdapter(app.db.kysely, "push"))?.state).toBe("ok");
  await switchPush(app, practice, false);
  expect([await deviceIds(app), await getAdapter(app.db.kysely, "push")]).toEqual([[], null]);
  expect((await pushInUse(app)).kind).toBe("off");
});

test("on a machine without the sealing key nothing is sent, and it waits", async () => {
  const { app, service } = await appThatTells();
  const { userId } = await adminActor(app);
  await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  await booked(app);
  const elsewhere = { ...app, config: { ...app.config, dataDir: temporaryFolder() } };
  expect((await pushInUse(elsewhere)).kind).toBe("shut");
  await sendNotes(elsewhere);
  expect(service.asked()).toBe(0);
  await sendNotes(app);
  expect(service.titles()).toEqual(["New booking, Friday at 10:00"]);
});

test("without a contact that a push service can reach, it can't be switched on", async () => {
  const app = await testApp({ config: { publicUrl: "http://localhost:3000" } });
  await app.db.kysely
    .insertInto("settings")
    .values({ key: "business", value: '{"email":"desk@localhost"}', last_good: null, version: 1, updated_at: 0 })
    .execute();
  expect((await switchPush(app, practice, true)).kind).toBe("no-contact");
});

test("a browser tells whoever is signed in there, and nobody else any more", async () => {
  const { app, service } = await appThatTells();
  const [ann, ben] = [await personIn(app), await personIn(app)];
  const first = await toldOn(app, service, { userId: ann.id, name: "phone", tells: "reminders" });
  const { cookie } = await newSession(app, ben.id);
  const other = await identify(app, new Headers({ cookie }));
  expect(await seeDevice(app, first.identity, first.device.endpoint)).toBe(first.id);
  expect((await addDevice(app, other, { device: first.device, label: "Firefox" })).kind).toBe("added");
  expect([await ownDevices(app, first.identity), (await ownDevices(app, other)).length]).toEqual([[], 1]);
  expect(await seeDevice(app, first.identity, first.device.endpoint)).toBeNull();
  expect(await deviceIds(app)).toEqual([]);
});

type Told = Awaited<ReturnType<typeof toldOn>> & { userId: string };
type Ending = [what: string, end: (app: AppContext, told: Told) => Promise<unknown>];

const system: Actor = { kind: "system" };

const ENDINGS: Ending[] = [
  ["log-out", (app, { cookie }) => signOut(app, new Headers({ cookie }))],
  ["the session ended elsewhere", (app, { identity }) => endSession(app, identity, identity.sessionId ?? "")],
  ["all other sessions ended", (app, { identity }) => endOtherSessions(app, { ...identity, sessionId: "another" })],
  ["a suspension", (app, { userId }) => suspend(app, system, { userId })],
  [
    "other parts",
    (app, { userId }) => changeRoles(app, system, { userId, version: 1, roles: ["bookkeeper"], therapist: null }),
  ],
  ["a disabled account", async (app, { userId }) => disableUser(app, await adminActor(app), { userId })],
  [
    "a new password",
    (app, { identity }) =>
      changePassword(app, { caller, identity }, { current: PASSWORD, password: "quiet ladder mango 41" }),
  ],
  [
    "a deleted account",
    (app, { identity }) => deleteAccount(app, { caller, identity }, { password: PASSWORD, alsoWithin: async () => {} }),
  ],
  ["its owner's press", (app, { id, identity }) => removeDevice(app, identity, id)],
];

test.each(ENDINGS)("%s ends what a device was told", async (_what, end) => {
  const { app, service } = await appThatTells();
  const { id: userId } = await staffIn(app, { roles: ["reception"] });
  const told = await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  await booked(app);
  await end(app, { ...told, userId });
  expect(await deviceIds(app)).toEqual([]);
  await sendNotes(app);
  expect(service.asked()).toBe(0);
});

test("a phone in a pocket is told although its session lapses, until it is ended or a week has passed", async () => {
  const { app, service } = await appThatTells();
  const { id: userId } = await staffIn(app, { roles: ["reception"] });
  const told = await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  await ageSession(app, told.cookie, 9 * HOUR);
  expect((await identify(app, new Headers({ cookie: told.cookie }))).user).toBeNull();
  await booked(app);
  await sendNotes(app);
  expect(service.titles()).toEqual(["New booking, Friday at 10:00"]);
  // The same person signs in there again, and it is that session's.
  const { cookie } = await newSession(app, userId);
  const again = await identify(app, new Headers({ cookie }));
  expect(await seeDevice(app, again, told.device.endpoint)).toBe(told.id);
  await signOut(app, new Headers({ cookie }));
  expect(await deviceIds(app)).toEqual([]);
});

test("a device that lapsed goes with everything else of its owner", async () => {
  const { app, service } = await appThatTells();
  const { id: userId } = await staffIn(app, { roles: ["reception"] });
  const told = await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  await ageSession(app, told.cookie, 9 * HOUR);
  await identify(app, new Headers({ cookie: told.cookie }));
  await removeExpired(app);
  expect(await deviceIds(app)).toHaveLength(1);
  await suspend(app, system, { userId });
  expect(await deviceIds(app)).toEqual([]);
});

test("a device that lapsed is told no more after a week, and then it is removed", async () => {
  const { app, service } = await appThatTells();
  const { id: userId } = await staffIn(app, { roles: ["reception"] });
  const told = await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  await ageSession(app, told.cookie, 9 * HOUR);
  await identify(app, new Headers({ cookie: told.cookie }));
  app.clock.set(app.clock.now() + 7 * DAY + 1);
  await booked(app, { start: FRIDAY_TEN + 14 * DAY });
  await sendNotes(app);
  expect([service.asked(), await ownDevices(app, told.identity)]).toEqual([0, []]);
  expect(await deviceIds(app)).toHaveLength(1);
  await removeExpired(app);
  expect(await deviceIds(app)).toEqual([]);
});

test("somebody has ten devices at most, and none without a session or for a part that they don't have", async () => {
  const { app, service } = await appThatTells();
  const { id: userId } = await personIn(app);
  const { identity } = await toldOn(app, service, { userId, name: "d0", tells: "reminders" });
  const add = (name: string, who = identity, tells: "practice" | "reminders" = "reminders") =>
    addDevice(app, who, { device: { ...service.browser(name), tells }, label: name });
  expect((await add("x", identity, "practice")).kind).toBe("refused");
  expect((await add("x", { ...identity, user: null })).kind).toBe("refused");
  for (let count = 1; count < MOST_DEVICES; count += 1) expect((await add(`d${count}`)).kind).toBe("added");
  expect(await add("one-more")).toMatchObject({ kind: "refused", message: expect.stringContaining("ten") });
});

test.each([
  "http://push.example.com/a",
  "https://127.0.0.1/a",
  "https://push.example.com:8443/a",
  "https://10.0.0.1/a",
])("%s is no push service", async (endpoint) => {
  const { app, service } = await appThatTells();
  const { id: userId } = await personIn(app);
  const { identity, device } = await toldOn(app, service, { userId, name: "phone", tells: "reminders" });
  const outcome = await addDevice(app, identity, { device: { ...device, endpoint }, label: "x" });
  expect(outcome.kind).toBe("refused");
});

test("a key that is no point of the curve is refused", async () => {
  const { app, service } = await appThatTells();
  const { id: userId } = await personIn(app);
  const { identity, device } = await toldOn(app, service, { userId, name: "phone", tells: "reminders" });
  const keys = { ...device.keys, p256dh: `B${"A".repeat(86)}` };
  const other = { ...device, endpoint: `${service.origin}/other`, keys };
  expect((await addDevice(app, identity, { device: other, label: "x" })).kind).toBe("refused");
});

test("a try goes to one's own device only, and tells the service's own answer", async () => {
  const { app, service } = await appThatTells();
  const [ann, ben] = [await personIn(app), await personIn(app)];
  const own = await toldOn(app, service, { userId: ann.id, name: "phone", tells: "reminders" });
  const other = await toldOn(app, service, { userId: ben.id, name: "theirs", tells: "reminders" });
  expect(await tryDevice(app, own.identity, other.id)).toEqual({ kind: "not-found" });
  expect(await removeDevice(app, own.identity, other.id)).toEqual({ kind: "not-found" });
  expect(await tryDevice(app, own.identity, own.id)).toMatchObject({ posted: { outcome: "sent", status: 201 } });
  expect(service.titles()).toEqual(["This is how reminders look here."]);
  service.next({ status: 410 });
  expect(await tryDevice(app, own.identity, own.id)).toMatchObject({ posted: { outcome: "gone", status: 410 } });
  expect(await ownDevices(app, own.identity)).toEqual([]);
});

test("a client is reminded on the device where they asked, when the mail is due, once", async () => {
  const { app, service } = await appThatTells();
  const { id: userId } = await personIn(app);
  const { identity } = await toldOn(app, service, { userId, name: "phone", tells: "reminders" });
  const { appointment } = await booked(app, {}, { kind: "client", userId });
  await booked(app, { start: FRIDAY_TEN + 3 * HOUR });
  expect(await remindedAt(FRIDAY_TEN - 2 * DAY - 1)).toEqual([]);
  expect(await remindedAt(FRIDAY_TEN - 2 * DAY)).toEqual(["You have an appointment on Friday at 10:00"]);
  expect(await remindedAt(FRIDAY_TEN - DAY)).toHaveLength(1);
  expect(service.shown[0]).toMatchObject({ navigate: `${app.config.publicUrl}/my-appointment`, urgency: "high" });
  expect(JSON.stringify(await exportOwnData(app, identity))).toContain("Firefox on phone");
  expect(appointment.userId).toBe(userId);

  async function remindedAt(now: number): Promise<string[]> {
    app.clock.set(now);
    await enqueueReminderPushes(app);
    await enqueueReminderPushes(app);
    await sendNotes(app);
    return service.titles();
  }
});

test.each(["cancelled", "moved"])(
  "an appointment that is %s between the reminder and its sending is not reminded of",
  async (how) => {
    const { app, service } = await appThatTells();
    const { id: userId } = await personIn(app);
    await toldOn(app, service, { userId, name: "phone", tells: "reminders" });
    const { appointment } = await booked(app, {}, { kind: "client", userId });
    app.clock.set(FRIDAY_TEN - 2 * DAY);
    await enqueueReminderPushes(app);
    const about = { appointmentId: appointment.id };
    const client = { kind: "client", userId } as const;
    if (how === "cancelled") await cancel(app, client, { ...about, reason: null });
    else await reschedule(app, client, { ...about, start: FRIDAY_TEN + 7 * DAY, therapist: null });
    await sendNotes(app);
    expect(service.titles()).toEqual([]);
    expect(await pushesLeft(app)).toBe(0);
  },
);

async function pushesLeft(app: AppContext): Promise<number> {
  const rows = app.db.kysely.selectFrom("outbox").select("id").where("channel", "=", "push");
  return (await rows.where("done_at", "is", null).execute()).length;
}
