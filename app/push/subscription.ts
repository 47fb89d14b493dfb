import type { NewDevice, Tells } from "#app/push/push-device.form.ts";

/** Where a browser says that it is told, or how from now on. */
export const DEVICES = "/account/devices";

/** The part of the site whose worker shows the notifications. */
export const NOTIFICATION_PAGES: Record<Tells, string> = { practice: "/admin", reminders: "/my-appointment" };

/** What the server has to know of a browser's subscription. */
export function sentSubscription(subscription: PushSubscription): Pick<NewDevice, "endpoint" | "keys"> {
  const { endpoint = "", keys } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}
