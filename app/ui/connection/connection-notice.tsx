import { type ReactNode, useEffect, useRef } from "react";
import { useMatches, useRouteLoaderData } from "react-router";
import { useWaitingRequest } from "#app/ui/connection/connection.ts";
import { canTryAgain, type LostWords, lostInWords } from "#app/ui/connection/lost-request.ts";
import type { WaitingRequest } from "#app/ui/connection/patient-fetch.ts";
import { Button } from "#app/ui/controls.tsx";
import type { Site } from "#app/ui/shell/site.ts";

/** Shown at the top while a failed request waits: what happened, whether it was saved, and a button to retry. */
export function ConnectionNotice() {
  const request = useWaitingRequest();
  const words = useMatches().findLast(({ handle }) => (handle as RouteHandle)?.lost)?.handle as RouteHandle;
  const ring = (request?.isChange || request?.isOffline) && words?.lost?.ring;
  return (
    request && (
      <LostNotice request={request} stuck={ring && <StillStuck say={ring} isTyped={request.isChange} />}>
        {lostInWords(request, words?.lost)}
      </LostNotice>
    )
  );
}
type RouteHandle = { lost?: LostWords } | undefined;

function StillStuck({ say, isTyped }: { say: string; isTyped: boolean }) {
  const site = (useRouteLoaderData("root") as { site: Site } | undefined)?.site;
  if (!site) return null;
  return (
    <span className="block text-sm font-normal">
      {isTyped && "What you typed is still here. "}Still stuck? Call{" "}
      <a href={site.phone.href} className="prose-link whitespace-nowrap">
        {site.phone.label}
      </a>{" "}
      and {say}.
    </span>
  );
}

type Notice = { request: WaitingRequest; stuck: ReactNode; children: string };

function LostNotice({ request, stuck, children }: Notice) {
  const { isChange, isTrying, sendAgain, reference } = request;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (isChange ? undefined : whenOnline(sendAgain)), [isChange, sendAgain]);
  useEffect(() => returnFocus(box.current), []);
  return (
    // `aria-live` as well as the role: an open dialog hides everything else from screen readers.
    <div ref={box} role="alert" aria-live="assertive" className="connection-notice">
      <div className="wrap flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
        <p className="min-w-0 flex-[1_1_18rem] font-[650]">
          {children}
          {stuck}
          {reference && (
            <span className="block text-sm font-normal wrap-anywhere">
              Reference: <span className="figures">{reference}</span>
            </span>
          )}
        </p>
        {canTryAgain(request) && (
          <Button
            type="button"
            look={stuck ? "primary" : "outline"}
            size="small"
            aria-disabled={isTrying}
            onClick={sendAgain}
          >
            {isTrying ? "Trying…" : "Try again"}
          </Button>
        )}
      </div>
    </div>
  );
}

function whenOnline(listener: () => void): () => void {
  window.addEventListener("online", listener);
  return () => window.removeEventListener("online", listener);
}

// Returns the focus to where it was, unless the page has moved it since.
function returnFocus(box: HTMLElement | null): () => void {
  const before = document.activeElement;
  let wasInside = false;
  const follow = () => {
    wasInside = box?.contains(document.activeElement) ?? false;
  };
  document.addEventListener("focusin", follow);
  return () => {
    document.removeEventListener("focusin", follow);
    if (wasInside && before instanceof HTMLElement && before.isConnected) before.focus();
  };
}
