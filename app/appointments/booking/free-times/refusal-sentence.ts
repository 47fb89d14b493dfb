import type { Refusal } from "#app/availability/free-starts.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

export function refusalSentence(refusal: Refusal, rules: Pick<BookingRules, "notice" | "horizonDays">): string {
  switch (refusal) {
    case "past":
      return "That time has passed. Choose a later one";
    case "too-soon":
      return `Online bookings need at least ${noticeInWords(rules.notice)} notice. Choose a later time, or call`;
    case "too-far":
      return `Bookings are open up to ${rules.horizonDays} days ahead. Choose an earlier day`;
    case "closed":
      return "That treatment is not given at that time. Choose one of the times shown";
    case "off-grid":
      return "Appointments do not start at that minute. Choose one of the times shown";
    case "taken":
      return "That time has just been taken";
  }
}

/** `2 hours’`, `90 minutes'`: stands before the word notice. */
function noticeInWords(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes'`;
  return minutes === 60 ? "1 hour’s" : `${minutes / 60} hours’`;
}
