import { appContextOf, readJsonBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { newDeviceForm, renewedDeviceForm, seenDeviceForm } from "#app/push/push-device.form.ts";
import { addDevice, renewDevice, seeDevice } from "#app/push/tell-device.server.ts";
import { deviceInWords } from "#app/routes/account/account/session-view.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/devices.ts";

const UNREADABLE = "That did not work. Reload the page and try again.";
const RENEWALS = { limit: 20, windowSeconds: 3_600 };

/**
 * POST /account/devices. For push-here.ts: a browser is told from now on, or says that it still is. For the worker: it
 * has another subscription, told by the old one's key, as its session may have lapsed.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const identity = identityOf(context);
  const sent = await readJsonBody(request);
  const renewed = renewedDeviceForm.safeParse(sent).data;
  if (renewed) {
    const key = `push-renewed:${rateKeyOf(requestInfoOf(context).clientAddress)}`;
    const verdict = await consumeRateLimit(app, { key, ...RENEWALS });
    if (verdict.kind === "limited") return Response.json({ id: null }, { status: 429 });
    return Response.json({ id: await renewDevice(app, identity, renewed) });
  }
  const [seen, device] = [seenDeviceForm.safeParse(sent).data, newDeviceForm.safeParse(sent).data];
  if ((seen || device) && !identity.user) return Response.json({ message: "Log in first." }, { status: 401 });
  if (seen) return Response.json({ id: await seeDevice(app, identity, seen.seen) });
  if (!device) return Response.json({ message: UNREADABLE }, { status: 400 });
  const label = deviceInWords(request.headers.get("user-agent"));
  const outcome = await addDevice(app, identity, { device, label });
  if (outcome.kind === "refused") return Response.json({ message: outcome.message }, { status: 400 });
  return Response.json({ id: await seeDevice(app, identity, device.endpoint) });
}
