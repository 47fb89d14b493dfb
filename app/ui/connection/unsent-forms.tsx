import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation, useNavigation } from "react-router";
import { lastChangeStatus } from "#app/ui/connection/connection.ts";
import {
  fillTyped,
  forgetAllTyped,
  forgetTyped,
  keyOf,
  lostWords,
  readTyped,
  saveTyped,
  type UnsentForm,
  unsentKeys,
} from "#app/ui/connection/unsent-text.ts";
import { Button, Notice } from "#app/ui/controls.tsx";

const LOGIN = "/login";
// The last form sent, until its outcome is known.
let sent: string | null = null;

/** The outcome of a change sent without the router: drafts of completed changes are deleted. */
export function forgetSent(): void {
  if (sent) forgetTyped(sessionStorage, sent);
  sent = null;
}

/** What was typed into a form of an earlier load of this page, and not sent. `place`: where it is offered. */
type Offer = { key: string; form: HTMLFormElement; typed: UnsentForm; words: string; place: Element | null };

/**
 * Stores what is typed into forms, in this tab only: what signed-in people type, so that it survives the end of their
 * session, and of others what the form asks for (`data-unsent`). Text from an earlier load of the page is offered: a
 * form starts clean, and fills only when somebody says so.
 */
export function UnsentForms({ isVisitor }: { isVisitor: boolean }) {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const [offers, setOffers] = useState<readonly Offer[]>([]);

  useEffect(() => {
    const left = new Map(unsentKeys(sessionStorage).map((key) => [key, readTyped(sessionStorage, key)]));
    const offered = new Set<string>();
    const keep = ({ target }: Event) => {
      const form = (target as HTMLInputElement).form;
      const key = form && keyOf(form, window.location.pathname, isVisitor);
      if (!key) return;
      // Typed anew: what was there before is offered as it was, and no longer mixed with this.
      if (offered.delete(key)) forgetTyped(sessionStorage, key);
      saveTyped(sessionStorage, key, target as Element);
    };
    const offerAll = () => {
      for (const form of left.size > 0 ? document.forms : []) {
        const key = keyOf(form, window.location.pathname, isVisitor);
        const typed = key === null ? undefined : left.get(key);
        if (key === null || !typed) continue;
        left.delete(key);
        const words = lostWords(typed, form);
        if (words === null) continue;
        offered.add(key);
        const place = form.closest("[role=dialog]");
        setOffers((others) => [...others, { key, form, typed, words, place }]);
      }
    };
    offerAll();
    const seen = new MutationObserver(offerAll);
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

  const withdraw = (key: string) => setOffers((all) => all.filter((offer) => offer.key !== key));
  const here = offers.filter(({ key, form }) => key.startsWith(`${pathname} `) && form.isConnected);
  return here.map((offer) => {
    const box = <OfferBox key={offer.key} offer={offer} onDone={() => withdraw(offer.key)} />;
    return offer.place ? createPortal(box, offer.place, offer.key) : box;
  });
}

function OfferBox({ offer: { key, form, typed, words, place }, onDone }: { offer: Offer; onDone: () => void }) {
  function goOn() {
    fillTyped(typed, form);
    onDone();
  }
  function startClean() {
    forgetTyped(sessionStorage, key);
    onDone();
  }
  return (
    <div className={place ? "mt-4" : "wrap pt-4"}>
      <Notice live className="flex flex-wrap items-center gap-3">
        <p className="mr-auto wrap-anywhere">
          {words ? `Continue with “${shortened(words)}”?` : "Continue where you left off?"}
        </p>
        <Button type="button" size="small" onClick={goOn}>
          Continue
        </Button>
        <Button type="button" look="outline" size="small" onClick={startClean}>
          Start clean
        </Button>
      </Notice>
    </div>
  );
}

const LONGEST = 40;

function shortened(words: string): string {
  const line = words.replace(/\s+/g, " ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST).trimEnd()}…` : line;
}

function noteSent({ target }: Event): void {
  const form = target as HTMLFormElement;
  if (form.getAttribute("action") === "/logout") forgetAllTyped(sessionStorage);
  sent = keyOf(form, window.location.pathname, false);
}
