import { readPush } from "#app/push/push-note.ts";

// Part of /worker.js: what happens to a notification while no page is open.

type Lasting = { waitUntil: (work: Promise<unknown>) => void };
type Pushed = Lasting & { data: { text: () => string } | null };
type Pressed = Lasting & { notification: Notification };
type Window = { url: string; focus: () => Promise<unknown> };

/** What it uses of a service worker's global scope. */
export type PushScope = {
  location: { origin: string };
  addEventListener: ((type: "push", listener: (event: Pushed) => void) => void) &
    ((type: "notificationclick", listener: (event: Pressed) => void) => void);
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll: (options: { type: "window"; includeUncontrolled: boolean }) => Promise<Window[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
};

/** Shows what comes, and opens its page on a press. */
export function showPushes(scope: PushScope): void {
  scope.addEventListener("push", (event) => {
    const shown = readPush(event.data?.text() ?? "", scope.location.origin);
    if (!shown) return;
    const { title, tag, navigate } = shown;
    event.waitUntil(scope.registration.showNotification(title, { tag, lang: "en-GB", data: navigate }));
  });
  scope.addEventListener("notificationclick", (event) => {
    const { data, close } = event.notification;
    close.call(event.notification);
    if (typeof data === "string") event.waitUntil(open(scope, data));
  });
}

async function open({ clients }: PushScope, url: string): Promise<void> {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => one.url === url);
  await (there ? there.focus() : clients.openWindow(url));
}
