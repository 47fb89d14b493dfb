import { appContextOf } from "#app/platform/http/context.server.ts";
import { readJsonBody } from "#app/platform/http/read-json-body.server.ts";
import { newDeviceForm, seenDeviceForm } from "#app/push/push-device.form.ts";
import { addDevice, seeDevice } from "#app/push/tell-device.server.ts";
import { deviceInWords } from "#app/routes/account/account/shown-session.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/devices.ts";

const UNREADABLE = "That did not work. Reload the page and try again.";

/** POST /account/devices, for push-here.ts: a browser is told from now on, or says that it still is. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const identity = identityOf(context);
  const sent = await readJsonBody(request);
  const seen = seenDeviceForm.safeParse(sent).data;
  if (seen) return Response.json({ id: await seeDevice(app, identity, seen.seen) });
  const device = newDeviceForm.safeParse(sent).data;
  if (!device) return Response.json({ message: UNREADABLE }, { status: 400 });
  const label = deviceInWords(request.headers.get("user-agent"));
  const outcome = await addDevice(app, identity, { device, label });
  if (outcome.kind === "refused") return Response.json({ message: outcome.message }, { status: 400 });
  return Response.json({ id: await seeDevice(app, identity, device.endpoint) });
}
