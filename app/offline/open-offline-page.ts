import { copiedPath } from "#app/offline/offline-pages.ts";

/** Loads a page's copy in place of its data, which could not be read. False: it has none, or is shown already. */
export async function openCopy(pathname: string): Promise<boolean> {
  const path = copiedPath(pathname);
  if (!path || path === window.location.pathname || !("caches" in window)) return false;
  if (!(await caches.match(path))) return false;
  window.location.assign(path);
  return true;
}

/**
 * For `click` on a page that can be read offline: without a network a link opens the copy that it leads to; any other
 * is held until it is back. The browser would show an error of its own in this page's place, or the router load this
 * page anew.
 */
export function refuseLink(event: MouseEvent, hold: (follow: () => void) => void): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (navigator.onLine || !link || !isFollowed(event, link)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const { href } = link;
  const follow = () => {
    if (navigator.onLine) window.location.assign(href);
  };
  const opened = copiedPath(link.pathname) === null ? Promise.resolve(false) : openCopy(link.pathname);
  opened.catch(() => false).then((isOpen) => isOpen || hold(follow));
}

// In this tab, on this site, and away from this page.
function isFollowed(event: MouseEvent, { target, origin, pathname, search, hash }: HTMLAnchorElement): boolean {
  const isElsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (isElsewhere || (target !== "" && target !== "_self") || origin !== window.location.origin) return false;
  const { location } = window;
  return !(hash !== "" && pathname === location.pathname && search === location.search);
}
