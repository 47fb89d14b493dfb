/** A booking as this browser keeps it: nothing else about the person (decision 11). All text; `link` is a path of ours. */
export type SavedAppointment = { date: string; time: string; treatment: string; status: string; link: string };

const FIELDS = ["date", "time", "treatment", "status", "link"] as const;
const LINK = /^\/booking\/[\w-]+$/;

/** The local storage key (specification section 3). */
export const SAVED_KEY = "appointments";

/** The list from its stored text. What is damaged is left out. */
export function savedFrom(text: string | null): SavedAppointment[] {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    const entries = Array.isArray(stored) ? stored : [];
    return entries.filter(isSaved);
  } catch {
    return [];
  }
}

/** The list with this booking in it, once: its link tells it apart. */
export function withSaved(list: readonly SavedAppointment[], booking: SavedAppointment): SavedAppointment[] {
  return [...list.filter((entry) => entry.link !== booking.link), booking];
}

/** The list without the booking behind this link. */
export function withoutSaved(list: readonly SavedAppointment[], link: string): SavedAppointment[] {
  return list.filter((entry) => entry.link !== link);
}

// By hand: the schema library would be the largest part of this page's script.
function isSaved(entry: unknown): entry is SavedAppointment {
  const fields = entry as Record<string, unknown> | null;
  return FIELDS.every((field) => typeof fields?.[field] === "string") && LINK.test(String(fields?.link));
}
