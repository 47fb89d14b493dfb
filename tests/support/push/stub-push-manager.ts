import type { Page } from "playwright-core";
import type { Browser } from "#tests/support/push/push-stand-in.ts";

/**
 * Chromium without windows reaches no push service, so the browser's side of a subscription is ours here: what
 * `PushManager` would give out, and the yes to its question. Everything else is the real one.
 */
export async function stubPushManager(page: Page, given: Browser): Promise<void> {
  await page.context().grantPermissions(["notifications"]);
  await page.addInitScript((device) => {
    const KEPT = "stubbed-push";
    const subscription = {
      endpoint: device.endpoint,
      toJSON: () => device,
      unsubscribe: async () => {
        localStorage.removeItem(KEPT);
        return true;
      },
    };
    Notification.requestPermission = async () => "granted";
    PushManager.prototype.subscribe = async function subscribe(options) {
      const key = options?.applicationServerKey;
      if (!options?.userVisibleOnly || !(key instanceof Uint8Array) || key.length !== 65) throw new Error("no options");
      localStorage.setItem(KEPT, "on");
      return subscription as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async function getSubscription() {
      return localStorage.getItem(KEPT) ? (subscription as unknown as PushSubscription) : null;
    };
  }, given);
}
