import { z } from "zod";
import { eventIdFrom, idsFrom } from "#app/connections/calendly/invitee-ids.ts";
import { addressIn } from "#app/platform/email-address.ts";
import { isOfOurInstants } from "#app/platform/form-schemas.ts";
import { e164Of } from "#app/platform/phone-number.ts";
import { plainLine } from "#app/platform/text.ts";

// What can't be read is not a time, or nothing: a fact that we don't need must not cost the booking.
const instant = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .catch(Number.NaN);
const text = z.string().nullish().catch(null);

export const eventShape = z.object({
  uri: z.string(),
  name: text,
  status: z.string().catch("active"),
  start_time: instant,
  end_time: instant,
  updated_at: z.string().max(64).catch(""),
  event_memberships: z.array(z.object({ user_name: text })).catch([]),
});

export const inviteeShape = z.object({
  uri: z.string(),
  email: text,
  name: text,
  first_name: text,
  last_name: text,
  status: z.string().catch("active"),
  rescheduled: z.boolean().nullish().catch(null),
  old_invitee: text,
  new_invitee: text,
  text_reminder_number: text,
  questions_and_answers: z.array(z.object({ question: text, answer: text })).catch([]),
  cancellation: z.object({ canceler_type: text, reason: text }).nullish().catch(null),
  created_at: instant,
});

export type CalendlyEvent = z.output<typeof eventShape>;
export type Invitee = z.output<typeof inviteeShape>;

/** Why the diary can't take a booking: its times can't be read or are of another century, or it is too long for a day. */
export type TimesProblem = "no-date" | "too-long";

/** What Calendly says of one invitee, in our words. Times are epoch ms UTC; the phone is E.164. */
export type ExternalFacts = {
  invitee: string;
  event: string;
  eventVersion: string;
  isCancelled: boolean;
  /** The invitee that this one replaces. */
  old: string | null;
  start: number;
  end: number;
  /** Start and end are no times of ours: someone of the practice looks at it. */
  problem: TimesProblem | null;
  title: string;
  host: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  bookedAt: number;
  cancelledBy: "client" | "practice";
};

/** Null: the addresses are not Calendly's. */
export function factsFrom(invitee: Invitee, event: CalendlyEvent): ExternalFacts | null {
  const ids = idsFrom(invitee.uri);
  if (!ids || eventIdFrom(event.uri) !== ids.event) return null;
  return {
    invitee: ids.invitee,
    event: ids.event,
    eventVersion: event.updated_at,
    isCancelled: invitee.status === "canceled" || event.status === "canceled",
    old: idsFrom(invitee.old_invitee)?.invitee ?? null,
    start: event.start_time,
    end: event.end_time,
    problem: problemOf(event.start_time, event.end_time),
    title: oneLine(event.name) ?? "Booked on Calendly",
    host: event.event_memberships[0]?.user_name ?? null,
    name: oneLine(invitee.name) ?? oneLine(`${invitee.first_name ?? ""} ${invitee.last_name ?? ""}`),
    email: addressIn(invitee.email ?? ""),
    phone: phoneOf(invitee),
    bookedAt: Number.isNaN(invitee.created_at) ? 0 : invitee.created_at,
    cancelledBy: invitee.cancellation?.canceler_type === "invitee" ? "client" : "practice",
  };
}

/** The number for reminders, or the answer to a question that asks for one. */
function phoneOf({ text_reminder_number, questions_and_answers }: Invitee): string | null {
  const phoneAnswers = questions_and_answers.filter(({ question }) =>
    /phone|mobile|telephone|number/i.test(question ?? ""),
  );
  const typed = [text_reminder_number, ...phoneAnswers.map(({ answer }) => answer)];
  return typed.flatMap((number) => (number && number.length <= 40 ? (e164Of(number) ?? []) : []))[0] ?? null;
}

function oneLine(typed: string | null | undefined): string | null {
  return plainLine(typed ?? "", 100) || null;
}

const QUANTUM_MS = 300_000;
const DAY_MS = 86_400_000;

/** The five-minute quanta that a booking takes: what begins or ends between two takes both. */
export function blockOf({ start, end }: { start: number; end: number }) {
  return {
    blockStart: Math.floor(start / QUANTUM_MS) * QUANTUM_MS,
    blockEnd: Math.ceil(end / QUANTUM_MS) * QUANTUM_MS,
  };
}

function problemOf(start: number, end: number): TimesProblem | null {
  if (!isOfOurInstants(start) || !isOfOurInstants(end) || start >= end) return "no-date";
  const { blockStart, blockEnd } = blockOf({ start, end });
  return blockEnd - blockStart > DAY_MS ? "too-long" : null;
}
