import { useEffect, useRef, useSyncExternalStore } from "react";
import { forgetTypedAt } from "#app/ui/connection/unsent-text.ts";
import { Button } from "#app/ui/controls.tsx";

/** Bookings saved in this browser, for a visitor (decisions/0001, row 11). Renders nothing when there are none. */
export function SavedHere() {
  const [saved, store] = useSaved();
  if (saved.length === 0) return null;
  return (
    <section aria-labelledby="saved-here" className="mt-12">
      <h2 id="saved-here" className="text-xl">
        Saved on this device
      </h2>
      <ul className="measure mt-3 mb-6 border-t border-line">
        {saved.map((booking) => (
          <Saved key={booking.link} booking={booking} />
        ))}
      </ul>
      <Button type="button" look="outline" size="small" onClick={() => store([])}>
        Clear
      </Button>
    </section>
  );
}

function Saved({ booking: { date, time, treatment, status, link } }: { booking: SavedAppointment }) {
  return (
    <li className="border-b border-line py-4">
      <a href={link} className="prose-link font-[650]">
        {date}, {time}
      </a>
      <p className="text-ink-soft">
        {treatment}. {status} when it was saved.
      </p>
    </li>
  );
}

type RememberHereProps = { just: boolean; booking: SavedAppointment; others?: readonly SavedAppointment[] };

/**
 * Saves a new booking in this browser, says so, and offers to remove it: on a shared computer the next person would see
 * it (decisions/0001, row 11). `others`: what was booked together with it.
 */
export function RememberHere({ just, booking, others = [] }: RememberHereProps) {
  const [saved, store] = useSaved();
  const isSaved = saved.some((entry) => entry.link === booking.link);
  const once = useRef(false);
  useEffect(() => {
    if (once.current || !(just || isSaved)) return;
    once.current = true;
    // Of a form that was sent before its page's script ran.
    if (just) forgetTypedAt(sessionStorage, "/book");
    store([...(just ? others : []), booking].reduce(withSaved, saved));
  });
  if (!isSaved) return null;
  return (
    <p className="mt-8 flex flex-wrap items-center gap-3 text-sm text-ink-soft print:hidden">
      This booking is saved on this device.
      <Button type="button" look="outline" size="small" onClick={() => store(withoutSaved(saved, booking.link))}>
        Remove it from this device
      </Button>
    </p>
  );
}

const CHANGED = "appointments-changed";

export function useSaved(): [SavedAppointment[], (list: SavedAppointment[]) => void] {
  const text = useSyncExternalStore(subscribe, storedText, () => null);
  return [savedFrom(text), store];
}

function store(list: SavedAppointment[]): void {
  try {
    if (list.length === 0) localStorage.removeItem(SAVED_KEY);
    else localStorage.setItem(SAVED_KEY, JSON.stringify(list));
    window.dispatchEvent(new Event(CHANGED));
  } catch {
    // Storage is blocked: the link is in the mail too.
  }
}

function storedText(): string | null {
  try {
    return localStorage.getItem(SAVED_KEY);
  } catch {
    return null;
  }
}

function subscribe(onChange: () => void) {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener("storage", onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener("storage", onChange);
  };
}

/**
 * A booking as saved in the browser, without any contact details (decisions/0001, row 11). `link` is a path of this
 * site.
 */
export type SavedAppointment = { date: string; time: string; treatment: string; status: string; link: string };

const FIELDS = ["date", "time", "treatment", "status", "link"] as const;
const LINK = /^\/booking\/[\w-]+$/;

/** The local storage key (specification section 3). */
const SAVED_KEY = "appointments";

export function savedFrom(text: string | null): SavedAppointment[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    const entries = Array.isArray(stored) ? stored : [];
    return entries.filter(isSaved);
  } catch {
    return [];
  }
}

/** Adds or replaces a booking; its link identifies it. */
export function withSaved(list: readonly SavedAppointment[], booking: SavedAppointment): SavedAppointment[] {
  return [...list.filter((entry) => entry.link !== booking.link), booking];
}

export function withoutSaved(list: readonly SavedAppointment[], link: string): SavedAppointment[] {
  return list.filter((entry) => entry.link !== link);
}

// By hand: the schema library would be the largest part of this page's script.
function isSaved(entry: unknown): entry is SavedAppointment {
  const fields = entry as Record<string, unknown> | null;
  return FIELDS.every((field) => typeof fields?.[field] === "string") && LINK.test(String(fields?.link));
}
