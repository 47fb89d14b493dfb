import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { lastChangeStatus } from "#app/ui/connection/connection.ts";
import {
  fillTyped,
  forgetAllTyped,
  forgetTyped,
  keyOf,
  saveTyped,
  unsentKeys,
} from "#app/ui/connection/unsent-text.ts";
import { Notice } from "#app/ui/notice.tsx";

const LOGIN = "/login";
// The last form sent, until its outcome is known.
let sent: string | null = null;

/** The outcome of a change sent without the router: drafts of completed changes are deleted. */
export function forgetSent(): void {
  if (sent) forgetTyped(sessionStorage, sent);
  sent = null;
}

/**
 * Stores what is typed into forms, in this tab only: what signed-in people type, so that it survives the end of their
 * session, and of others what the form asks for (`data-unsent`). Text from an earlier load of the page is restored once.
 */
export function UnsentForms({ isVisitor }: { isVisitor: boolean }) {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const [filledAt, setFilledAt] = useState<string | null>(null);

  useEffect(() => {
    const keep = ({ target }: Event) => {
      const form = (target as HTMLInputElement).form;
      const key = form && keyOf(form, window.location.pathname, isVisitor);
      if (key) saveTyped(sessionStorage, key, target as Element);
    };
    const left = new Set(unsentKeys(sessionStorage));
    const fillAll = () => {
      for (const form of left.size > 0 ? document.forms : []) {
        const key = keyOf(form, window.location.pathname, isVisitor);
        if (key && left.delete(key) && fillTyped(sessionStorage, key, form)) setFilledAt(window.location.pathname);
      }
    };
    fillAll();
    const seen = new MutationObserver(fillAll);
    seen.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("input", keep);
    document.addEventListener("submit", noteSent, { capture: true });
    return () => {
      seen.disconnect();
      document.removeEventListener("input", keep);
      document.removeEventListener("submit", noteSent, { capture: true });
    };
  }, [isVisitor]);

  useEffect(() => {
    if (state !== "idle" || pathname === LOGIN) return;
    const status = lastChangeStatus();
    if (status !== null && status < 400) forgetSent();
  }, [state, pathname]);

  if (filledAt !== pathname) return null;
  return (
    <div className="wrap pt-4">
      <Notice live>What you typed here before is back in its form. It has not been sent yet.</Notice>
    </div>
  );
}

function noteSent({ target }: Event): void {
  const form = target as HTMLFormElement;
  if (form.getAttribute("action") === "/logout") forgetAllTyped(sessionStorage);
  sent = keyOf(form, window.location.pathname, false);
}
