import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type NavigateOptions, useLocation, useMatches, useNavigate, useSearchParams } from "react-router";
import { PracticeBookingForm } from "#app/diary/booking/practice-booking-form.tsx";
import type { PracticeChoices } from "#app/diary/booking/practice-choices.ts";
import type { Suggestion } from "#app/diary/lists/found-client.ts";
import { Dialog, showAtOnce } from "#app/ui/admin/dialog.tsx";
import { forgetTypedAt } from "#app/ui/connection/unsent-text.ts";
import { Notice } from "#app/ui/controls.tsx";

/** What a page's loader answers as `adding`: the choices, and what is chosen where the address does not say. */
export type Adding = {
  choices: PracticeChoices;
  day: string;
  therapist: string;
  /** A gap to fill, the first time in it, and what fits. */
  gap: Gap | null;
};

type Gap = {
  day: string;
  after: string;
  before: string;
  sentence: string;
  time: string;
  choices: PracticeChoices;
  suggestions: Suggestion[];
};

type Address = { pathname: string; search: string };

// The addresses that show the dialog, and what of them is the dialog's alone.
const OWN_PARTS: Record<string, { therapist: string; parts: string[] }> = {
  "/appointments": { therapist: "with", parts: ["add", "day", "time", "until", "with", "next", "message"] },
  "/admin/diary": { therapist: "therapist", parts: ["add", "day", "time", "therapist"] },
};

const OpenAdding = createContext<(to: string, options?: NavigateOptions) => void>(() => {});

/** Opens the dialog of an address such as `/appointments?add=1` at once, and goes there. */
export function useOpenAdding() {
  return useContext(OpenAdding);
}

export function opensAdding(to: string): boolean {
  return addsAt(new URL(to, "http://site"));
}

/** Where the client of an appointment is booked again, as long after it as they usually come. */
export function nextBookingAfter(appointmentId: string): string {
  return `/appointments?${new URLSearchParams({ add: "1", next: appointmentId })}`;
}

/** Where whoever wrote a message is booked. */
export function bookingAfterMessage(messageId: string): string {
  return `/appointments?${new URLSearchParams({ add: "1", message: messageId })}`;
}

/** The dialog to book whoever rings or comes in. A link to it opens it before the next key; its page follows. */
export function AddingFrame({ children }: { children: ReactNode }) {
  const finder = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const here = useLocation();
  const adding =
    useMatches()
      .map(({ loaderData }) => addingOf(loaderData))
      .find(Boolean) ?? null;
  const [pressed, setPressed] = useState<Address | null>(null);
  const [seen, setSeen] = useState(here);
  if (seen !== here) {
    setSeen(here);
    setPressed(null);
  }
  useEffect(() => {
    const openAtOnce = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
      if (!link || link.target || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const to = new URL(link.href);
      if (to.origin === window.location.origin && addsAt(to)) showAtOnce(() => setPressed(to), FIRST);
    };
    // Before the page's own handlers: one of them may know better what the press has chosen.
    window.addEventListener("click", openAtOnce, { capture: true });
    return () => window.removeEventListener("click", openAtOnce, { capture: true });
  }, []);
  function openAt(to: string, options?: NavigateOptions) {
    showAtOnce(() => setPressed(new URL(to, window.location.href)), FIRST);
    navigate(to, options);
  }
  // Closed on purpose: the next one who rings is somebody else. A page that has not come yet is no longer asked for.
  function close() {
    forgetTypedAt(sessionStorage, here.pathname);
    setPressed(null);
    const left = new URLSearchParams(here.search);
    for (const part of OWN_PARTS[here.pathname]?.parts ?? []) left.delete(part);
    navigate({ search: left.toString() }, STAYING);
  }
  const at = pressed ?? here;
  const query = new URLSearchParams(at.search);
  const known = at.pathname === here.pathname ? adding : null;
  return (
    <OpenAdding value={openAt}>
      {children}
      <Dialog
        title="Add Appointment"
        wide
        open={addsAt(at)}
        onOpenChange={(next) => !next && close()}
        initialFocus={finder}
      >
        <PracticeBookingForm
          key={nextIn(query)}
          choices={known?.gap?.choices ?? known?.choices ?? null}
          within={known?.gap ?? undefined}
          start={{
            day: query.get("day") ?? known?.day ?? "",
            time: known?.gap?.time ?? query.get("time") ?? "",
            therapist: query.get(OWN_PARTS[at.pathname]?.therapist ?? "with") ?? known?.therapist ?? "",
          }}
          after={nextIn(query)}
          finder={finder}
          onBooked={close}
        />
      </Dialog>
    </OpenAdding>
  );
}

/** For whom the form is opened, as its page asks the server: an appointment's client, or whoever wrote a message. */
function nextIn(query: URLSearchParams): string {
  const asking = ["next", "message"].flatMap((name) => {
    const id = query.get(name);
    return id ? [[name, id]] : [];
  });
  return new URLSearchParams(asking).toString();
}

const FIRST = "[role=dialog] [name=find]";
const STAYING = { replace: true, preventScrollReset: true } as const;

function addsAt({ pathname, search }: Address): boolean {
  return pathname in OWN_PARTS && new URLSearchParams(search).has("add");
}

function addingOf(loaderData: unknown): Adding | undefined {
  return (loaderData as { adding?: Adding } | undefined)?.adding;
}

/** Shown in place of the booking dialog, which needs a script: the way to its page. */
export function PracticeBookingWithoutScript() {
  const [query] = useSearchParams();
  const therapist = query.get("therapist") ?? query.get("with");
  const chosen = Object.entries({ day: query.get("day"), time: query.get("time"), with: therapist }).flatMap(
    ([name, value]) => (value ? [[name, value]] : []),
  );
  return (
    <noscript>
      <Notice className="mb-6">
        <a href={`/admin/appointments/new?${new URLSearchParams(chosen)}`} className="prose-link">
          Add the appointment
        </a>
        : the form has a page of its own where JavaScript does not run.
      </Notice>
    </noscript>
  );
}
