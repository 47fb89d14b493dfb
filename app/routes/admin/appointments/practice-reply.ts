import type { PracticeBookingOutcome } from "#app/diary/book-for-practice.server.ts";
import { dateAndTime } from "#app/diary/shown-row.ts";
import type { ChangeReply } from "#app/ui/admin/toast.ts";

type Refused = Exclude<PracticeBookingOutcome, { kind: "booked" }>;

/** Why nothing is booked yet, at its field or as a question. */
export function practiceReply(outcome: Refused, locale: string): Omit<ChangeReply, "toast"> & { status: number } {
  if (outcome.kind === "invalid") return { errors: { [outcome.field]: outcome.message }, status: 422 };
  if (outcome.kind === "warned") return { warnings: outcome.messages, status: 409 };
  const near = outcome.near.map((slot) => dateAndTime(slot.start, { zone: outcome.zone, locale }));
  const instead = near.map(({ date, time }) => `${date} at ${time}`).join("; ");
  return { errors: { time: instead ? `${outcome.message}. Free: ${instead}` : outcome.message }, status: 409 };
}
