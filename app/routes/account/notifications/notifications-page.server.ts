import { data, type RouterContextProvider } from "react-router";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { Tells } from "#app/push/push-device.form.ts";
import { pushInUse } from "#app/push/push-in-use.server.ts";
import { ownDevices, removeDevice, type Tried, tryDevice } from "#app/push/tell-device.server.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";
import type { NotificationsView } from "#app/routes/account/notifications/devices-list.tsx";
import type { Toast } from "#app/ui/admin/toast.ts";

type Context = Readonly<RouterContextProvider>;

/** What the page about somebody's devices shows: those that are told of `tells`. */
export async function viewDevices(context: Context, tells: Tells): Promise<NotificationsView> {
  const app = appContextOf(context);
  const inUse = await pushInUse(app);
  const { zone: timeZone } = (await readPractice(app)).settings.bookingRules;
  const format = new Intl.DateTimeFormat(requestInfoOf(context).locale, { dateStyle: "medium", timeZone });
  const devices = await ownDevices(app, identityOf(context));
  const recipients = devices.filter((device) => (tells === "practice" ? device.tellsPractice : device.tellsReminders));
  return {
    tells,
    publicKey: inUse.kind === "on" ? inUse.keys.publicKey : null,
    devices: recipients.map(({ id, label, createdAt }) => ({ id, label, since: format.format(createdAt) })),
  };
}

/** Removes one of somebody's own devices, or sends a try to it. */
export async function answerDevices(request: Request, context: Context) {
  const app = appContextOf(context);
  const identity = identityOf(context);
  const { intent, id = "" } = fieldsFrom(await readFormBody(request));
  if (intent === "remove") {
    const { kind } = await removeDevice(app, identity, id);
    return answer(kind === "removed" ? { tone: "success", text: "Removed." } : UNKNOWN, kind === "removed" ? 200 : 404);
  }
  if (intent !== "try") return answer(UNKNOWN, 422);
  const tried = await tryDevice(app, identity, id);
  return answer(repliedTo(tried), STATUS[tried.kind]);
}

function answer(reply: Toast, status: number) {
  return data(reply, { status });
}

const UNKNOWN: Toast = { tone: "danger", text: "That device no longer gets notifications." };
const STATUS = { tried: 200, limited: 429, "not-found": 404, off: 409 };

function repliedTo(tried: Tried): Toast {
  if (tried.kind === "not-found") return UNKNOWN;
  if (tried.kind === "limited") return { tone: "danger", text: "Too many attempts. Try again in an hour." };
  if (tried.kind === "off") return { tone: "danger", text: "Notifications are switched off." };
  const { outcome, words } = tried.posted;
  if (outcome === "sent")
    return { tone: "success", text: "Sent. It shows within a minute, while the device is online." };
  if (outcome === "gone")
    return { tone: "danger", text: "That device no longer accepts notifications, so it is removed here." };
  return { tone: "danger", text: `The device did not accept it. ${words}` };
}
