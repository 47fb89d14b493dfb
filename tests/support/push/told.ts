import { identify } from "#app/accounts/identify.server.ts";
import type { Identity } from "#app/accounts/session.ts";
import { appointmentPushes } from "#app/appointments/notifications/device-pushes.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { sendPushes } from "#app/push/push.jobs.server.ts";
import type { Tells } from "#app/push/push-device.form.ts";
import { switchPush } from "#app/push/push-in-use.server.ts";
import { addDevice, ownDevices } from "#app/push/tell-device.server.ts";
import { practice } from "#tests/support/practice.ts";
import { type PushStandIn, pushStandIn } from "#tests/support/push/push-stand-in.ts";
import { newSession } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp, type TestAppOptions } from "#tests/support/test-app.ts";

/** The demo practice with notifications switched on, and the service of all browsers. */
export async function appThatTells(options: TestAppOptions = {}): Promise<{ app: TestApp; service: PushStandIn }> {
  const service = await pushStandIn();
  const app = await demoApp({ ...options, config: { ...service.config, ...options.config } });
  const outcome = await switchPush(app, practice, true);
  if (outcome.kind !== "changed") throw new Error(outcome.kind);
  return { app, service };
}

type Asked = { userId: string; name: string; tells: Tells };

/** Somebody signs in on a new browser and asks to be told there. */
export async function toldOn(app: AppContext, service: PushStandIn, { userId, name, tells }: Asked) {
  const { cookie } = await newSession(app, userId);
  const identity: Identity = await identify(app, new Headers({ cookie }));
  const device = { ...service.browser(name), tells };
  const outcome = await addDevice(app, identity, { device, label: `Firefox on ${name}` });
  if (outcome.kind !== "added") throw new Error(outcome.message);
  const id = (await ownDevices(app, identity)).find(({ endpoint }) => endpoint === device.endpoint)?.id ?? "";
  return { id, cookie, identity, device };
}

/** Sends all that is due to devices, in as many turns as it takes. */
export async function sendNotes(app: AppContext, ms?: number): Promise<void> {
  const sender = { renderers: appointmentPushes, worker: "worker", ...(ms && { ms }) };
  while ((await sendPushes(app, sender)) > 0);
}
