import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { refuseLink } from "#app/offline/open-offline-page.ts";
import { storeOfflinePages } from "#app/offline/register-worker.ts";
import { holdLink, refuseOffline } from "#app/ui/connection/connection.ts";

type Props = {
  /** What the page shows: a change of it makes the copy anew. */
  content: unknown;
  /** Not more often than this, in ms. */
  every?: number;
};

/** On a page that can be read offline: registers the worker for it, stores its copy, and refuses forms and links offline. */
export function KeepOffline({ content, every = 0 }: Props): null {
  const { pathname } = useLocation();
  const last = useRef({ pathname: "", at: 0 });
  useEffect(() => {
    const at = performance.now();
    if (last.current.pathname === pathname && at - last.current.at < every) return;
    last.current = { pathname, at };
    // A full or a forbidden store is no fault of the page.
    storeOfflinePages(pathname).catch(() => {});
  }, [pathname, content, every]);
  useEffect(() => {
    const refuse = (event: MouseEvent) => refuseLink(event, holdLink);
    window.addEventListener("submit", refuseOffline, { capture: true });
    window.addEventListener("click", refuse, { capture: true });
    return () => {
      window.removeEventListener("submit", refuseOffline, { capture: true });
      window.removeEventListener("click", refuse, { capture: true });
    };
  }, []);
  return null;
}
