import { useSyncExternalStore } from "react";
import { SAVED_KEY, type SavedAppointment, savedFrom } from "#app/booking/saved.ts";

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
