import { readPush } from "#app/push/push-note.ts";

// Part of /worker.js: what happens to a notification while no page is open.

type Lasting = { waitUntil: (work: Promise<unknown>) => void };
type Pushed = Lasting & { data: { text: () => string } | null };
type Pressed = Lasting & { notification: Notification };
type Window = { url: string; focus: () => Promise<unknown> };

type Scope = {
  addEventListener: ((type: "push", listener: (event: Pushed) => void) => void) &
    ((type: "notificationclick", listener: (event: Pressed) => void) => void);
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll: (options: { type: "window"; includeUncontrolled: boolean }) => Promise<Window[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
};

const scope = self as unknown as Scope;
const site = self.location.origin;

scope.addEventListener("push", (event) => {
  const shown = readPush(event.data?.text() ?? "", site);
  if (!shown) return;
  const { title, tag, navigate } = shown;
  event.waitUntil(scope.registration.showNotification(title, { tag, lang: "en-GB", data: navigate }));
});

scope.addEventListener("notificationclick", (event) => {
  const { data, close } = event.notification;
  close.call(event.notification);
  if (typeof data === "string") event.waitUntil(open(data));
});

async function open(url: string): Promise<void> {
  const windows = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((one) => one.url === url);
  await (there ? there.focus() : scope.clients.openWindow(url));
}
