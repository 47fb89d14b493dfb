import { useSyncExternalStore } from "react";
import { SAVED_KEY, type SavedAppointment, savedFrom } from "#app/appointments/saved/saved.ts";

const CHANGED = "appointments-changed";

/** The bookings kept in this browser, and how to replace the list. Empty on the server and in a private window. */
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
    // No storage here: the mail has the link too.
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
