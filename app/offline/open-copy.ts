import { copiedPath } from "#app/offline/offline-copy.ts";

/** Loads a page's copy in place of its data, which could not be read. False: it has none, or is shown already. */
export async function openCopy(pathname: string): Promise<boolean> {
  const path = copiedPath(pathname);
  if (!path || path === window.location.pathname || !("caches" in window)) return false;
  if (!(await caches.match(path))) return false;
  window.location.assign(path);
  return true;
}
