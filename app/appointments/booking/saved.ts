/**
 * A booking as saved in the browser, without any contact details (decisions/0001, row 11). `link` is a path of this
 * site.
 */
export type SavedAppointment = { date: string; time: string; treatment: string; status: string; link: string };

const FIELDS = ["date", "time", "treatment", "status", "link"] as const;
const LINK = /^\/booking\/[\w-]+$/;

/** The local storage key (specification section 3). */
export const SAVED_KEY = "appointments";

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
