import type { RenewedDevice } from "#app/push/push-device.form.ts";
import { readPush } from "#app/push/push-note.ts";
import { DEVICES, NOTIFICATION_PAGES, sentSubscription } from "#app/push/subscription.ts";

// Part of /worker.js: what happens to a notification while no page is open.

type Lasting = { waitUntil: (work: Promise<unknown>) => void };
type Pushed = Lasting & { data: { text: () => string } | null };
type Pressed = Lasting & { notification: Notification };
// Not every browser says both.
type Changed = Lasting & Partial<Record<"oldSubscription" | "newSubscription", PushSubscription | null>>;
type Window = { url: string; focus: () => Promise<unknown> };

/** What it uses of a service worker's global scope. */
export type PushScope = {
  location: { origin: string };
  addEventListener: ((type: "push", listener: (event: Pushed) => void) => void) &
    ((type: "notificationclick", listener: (event: Pressed) => void) => void) &
    ((type: "pushsubscriptionchange", listener: (event: Changed) => void) => void);
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll: (options: { type: "window"; includeUncontrolled: boolean }) => Promise<Window[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
};

/** Shows what comes, opens its page on a press, and tells the site of a subscription that the browser has replaced. */
export function showPushes(scope: PushScope): void {
  scope.addEventListener("push", (event) => {
    const push = readPush(event.data?.text() ?? "", scope.location.origin);
    if (!push) return;
    const { title, tag, navigate } = push;
    event.waitUntil(scope.registration.showNotification(title, { tag, lang: "en-GB", data: navigate }));
  });
  scope.addEventListener("notificationclick", (event) => {
    const { data, close } = event.notification;
    close.call(event.notification);
    if (typeof data === "string") event.waitUntil(open(scope, data));
  });
  scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(scope, event)));
}

async function renew({ registration }: PushScope, { oldSubscription, newSubscription }: Changed): Promise<void> {
  const { pushManager } = registration;
  const given = newSubscription ?? (await pushManager.getSubscription());
  const after = given ?? (oldSubscription && (await pushManager.subscribe(oldSubscription.options)));
  if (!after) return;
  const isPractice = new URL(registration.scope).pathname === NOTIFICATION_PAGES.practice;
  const renewed: RenewedDevice = {
    tells: isPractice ? "practice" : "reminders",
    before: oldSubscription ? sentSubscription(oldSubscription) : null,
    after: sentSubscription(after),
  };
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(DEVICES, { method: "POST", headers, body: JSON.stringify(renewed) });
  // Nobody is told by it.
  if (answer.ok && (await answer.json()).id === null) await after.unsubscribe();
}

async function open({ clients }: PushScope, url: string): Promise<void> {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => one.url === url);
  await (there ? there.focus() : clients.openWindow(url));
}
