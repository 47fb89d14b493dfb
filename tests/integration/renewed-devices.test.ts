import { expect, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import { nobody } from "#app/accounts/session.ts";
import type { RenewedDevice } from "#app/push/push-device.form.ts";
import { DEVICES } from "#app/push/subscription.ts";
import { ownDevices, renewDevice } from "#app/push/tell-device.server.ts";
import { readSession } from "#app/routes/account/identity.server.ts";
import * as devices from "#app/routes/account/notifications/devices.ts";
import { booked } from "#tests/support/booked.ts";
import { appThatTells, sendNotes, toldOn } from "#tests/support/push/told.ts";
import { ageSession, newSession, personIn } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";
import { stubSite } from "#tests/support/stub-site.ts";

const HOUR = 3_600_000;

async function receptionTold() {
  const { app, service } = await appThatTells();
  const { id: userId } = await staffIn(app, { roles: ["reception"] });
  const told = await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  const { endpoint, keys } = told.device;
  const after = service.browser("phone-renewed");
  const renewed: RenewedDevice = { tells: "practice", before: { endpoint, keys }, after };
  return { app, service, userId, told, renewed, after };
}

test("a browser that replaces its subscription is told by the new one, also after its session has lapsed", async () => {
  const { app, service, told, renewed, after } = await receptionTold();
  const [before] = await ownDevices(app, told.identity);
  await booked(app);
  await ageSession(app, told.cookie, 9 * HOUR);
  const lapsed = await identify(app, new Headers({ cookie: told.cookie }));
  expect(lapsed.user).toBeNull();
  expect(await renewDevice(app, lapsed, renewed)).toBe(told.id);
  await sendNotes(app);
  expect(service.shown.map(({ device, title }) => [device, title])).toEqual([
    ["phone-renewed", "New booking, Friday at 10:00"],
  ]);
  const { keys, endpoint } = after;
  // It is no sign of its owner: how long it is told doesn't begin anew.
  expect(await ownDevices(app, told.identity)).toEqual([{ ...before, endpoint, ...keys, reachedAt: app.clock.now() }]);
});

test("who knows the address but not its key renews nothing, and neither does another person", async () => {
  const { app, told, renewed } = await receptionTold();
  const other = await identify(app, new Headers({ cookie: (await newSession(app, (await personIn(app)).id)).cookie }));
  const keys = { ...told.device.keys, auth: "A".repeat(22) };
  const guessed = { ...renewed, before: { endpoint: told.device.endpoint, keys } };
  expect(await renewDevice(app, nobody, guessed)).toBeNull();
  expect(await renewDevice(app, told.identity, guessed)).toBeNull();
  for (const who of [nobody, other]) expect(await renewDevice(app, who, { ...renewed, before: null })).toBeNull();
  expect((await ownDevices(app, told.identity)).map(({ endpoint }) => endpoint)).toEqual([told.device.endpoint]);
});

test("a browser that doesn't say what it replaced is known by its session, for what is shown from there", async () => {
  const { app, told, renewed, after } = await receptionTold();
  expect(await renewDevice(app, told.identity, { ...renewed, tells: "reminders", before: null })).toBeNull();
  expect(await renewDevice(app, told.identity, { ...renewed, before: null })).toBe(told.id);
  expect((await ownDevices(app, told.identity)).map(({ endpoint }) => endpoint)).toEqual([after.endpoint]);
});

test("what is no push service or no key replaces nothing", async () => {
  const { app, told, renewed, after } = await receptionTold();
  const bad = [
    { ...after, endpoint: "https://127.0.0.1/a" },
    { ...after, keys: { ...after.keys, p256dh: `B${"A".repeat(86)}` } },
  ];
  for (const one of bad) expect(await renewDevice(app, told.identity, { ...renewed, after: one })).toBeNull();
  expect((await ownDevices(app, told.identity)).map(({ endpoint }) => endpoint)).toEqual([told.device.endpoint]);
});

test("the worker's message: read or refused, and twenty an hour from one address", async () => {
  const { service, told, renewed, app } = await receptionTold();
  const routes = { [DEVICES]: { ...devices, middleware: [readSession] } };
  const site = await stubSite({ routes, config: { ...service.config, rateLimits: true } });
  const headers = { origin: site.app.config.publicUrl, "content-type": "application/json" };
  const send = (body: object) => site.post(DEVICES, JSON.stringify(body), headers);
  expect((await send({ ...renewed, after: { endpoint: "x" } })).status).toBe(400);
  for (let count = 0; count < 20; count += 1) {
    const { status, text } = await send(renewed);
    // The practice next door knows nothing of it.
    expect([status, JSON.parse(text)]).toEqual([200, { id: null }]);
  }
  expect((await send(renewed)).status).toBe(429);
  for (const body of [{ seen: told.device.endpoint }, told.device]) expect((await send(body)).status).toBe(401);
  expect(await ownDevices(app, told.identity)).toHaveLength(1);
});
