export const BOOKING_SOURCES = ["website", "practice", "api", "import", "calendly"] as const;
export type BookingSource = (typeof BOOKING_SOURCES)[number];

const WORDS: Record<BookingSource, string> = {
  website: "Website",
  practice: "Phone or desk",
  api: "Another program",
  import: "Imported",
  calendly: "Calendly",
};

/** Through what it was booked; null: booked before this was stored. */
export function sourceInWords(source: BookingSource | null): string {
  return source === null ? "Not stored" : WORDS[source];
}

export function bookingSourceOf(stored: string | null): BookingSource | null {
  return BOOKING_SOURCES.find((source) => source === stored) ?? null;
}
