import { registerWorker } from "#app/offline/register-worker.ts";
import type { NewDevice, Tells } from "#app/push/push-device.form.ts";
import { DEVICES, NOTIFICATION_PAGES, sentSubscription } from "#app/push/subscription.ts";

/** What this browser can do. `home-screen`: an iPhone or iPad shows notifications of what stands there only. */
export type Here =
  | { kind: "unable" | "home-screen" | "blocked" | "ready" }
  /** It is told; `id` of the device. */
  | { kind: "told"; id: string };

/** Looks whether this browser is told already. Asks nobody for anything. */
export async function lookHere(tells: Tells): Promise<Here> {
  if (!("PushManager" in window) || !("Notification" in window))
    return { kind: isApplePhone() ? "home-screen" : "unable" };
  const registration = await registerWorker(NOTIFICATION_PAGES[tells]);
  if (!registration) return { kind: "unable" };
  const id = await getKnownDevice(registration);
  if (id) return { kind: "told", id };
  const said = await registration.pushManager.permissionState({ userVisibleOnly: true });
  return { kind: said === "denied" ? "blocked" : "ready" };
}

/** Tells the server that whoever is signed in is told here; what the server doesn't know of ends here, too. */
export async function seeHere(tells: Tells): Promise<void> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return;
  const registration = await navigator.serviceWorker.getRegistration(NOTIFICATION_PAGES[tells]);
  if (registration) await getKnownDevice(registration);
}

async function getKnownDevice({ pushManager }: ServiceWorkerRegistration): Promise<string | null> {
  const subscription = await pushManager.getSubscription();
  if (!subscription) return null;
  const { id } = await sent({ seen: subscription.endpoint });
  if (!id) await subscription.unsubscribe();
  return id;
}

/** On a press: the browser asks its owner, and the server is told the answer. */
export async function subscribeHere({ tells, publicKey }: { tells: Tells; publicKey: string }): Promise<Here> {
  // At once: browsers ask only while the press counts.
  if ((await Notification.requestPermission()) !== "granted") return { kind: "blocked" };
  const registration = await registerWorker(NOTIFICATION_PAGES[tells]);
  if (!registration) return { kind: "unable" };
  await active(registration);
  const subscription = await subscribed(registration, publicKey);
  const device: NewDevice = { tells, ...sentSubscription(subscription) };
  try {
    const { id } = await sent(device);
    return id ? { kind: "told", id } : { kind: "ready" };
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

async function subscribed({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // One that was made with another key stands in the way.
    const before = await pushManager.getSubscription();
    if (!before) throw error;
    await before.unsubscribe();
    return pushManager.subscribe(options);
  }
}

function active(registration: ServiceWorkerRegistration): Promise<void> {
  if (registration.active) return Promise.resolve();
  const coming = registration.installing ?? registration.waiting;
  return new Promise((resolve) => {
    coming?.addEventListener("statechange", () => {
      if (registration.active) resolve();
    });
  });
}

async function sent(body: object): Promise<{ id: string | null }> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(DEVICES, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok || response.redirected) throw new Error(answer.message ?? "That did not work. Try again.");
  return answer;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

// An iPad calls itself a Mac, and has fingers.
function isApplePhone(): boolean {
  return (
    /iPhone|iPad/.test(navigator.userAgent) || (/Mac OS/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  );
}
