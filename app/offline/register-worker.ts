import { copiedPath, OFFLINE_PAGE, SCOPES } from "#app/offline/offline-pages.ts";
import { deleteCopies, saveCopy } from "#app/offline/stored-pages.ts";

export const WORKER = "/worker.js";

/**
 * Registers the worker for the part of the site that a page is in, and no other. Null: this browser has none, or
 * refuses.
 */
export async function registerWorker(pathname: string): Promise<ServiceWorkerRegistration | null> {
  const scope = SCOPES.find((start) => pathname.startsWith(start));
  if (!import.meta.env.PROD || !scope || !("serviceWorker" in navigator)) return null;
  const registered = navigator.serviceWorker.register(WORKER, { scope, updateViaCache: "none" });
  return (await registered.catch(() => null)) ?? null;
}

/** Registers the worker and stores the page's copy, with the page for what has none. */
export async function storeOfflinePages(pathname: string): Promise<void> {
  const path = copiedPath(pathname);
  const registration = path && (await registerWorker(pathname));
  if (!registration) return;
  // One page at a time: another tab's would remove this one's files as unused.
  await navigator.locks.request("offline copies", async () => {
    // Somebody has signed out in another tab: before this page asked for its worker, or since, which took it along.
    if (!(await saveCopy(path))) return void (await registration.unregister());
    await saveCopy(OFFLINE_PAGE);
    if (!(await navigator.serviceWorker.getRegistration(path))) await deleteCopies();
  });
}
