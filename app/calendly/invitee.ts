import { z } from "zod";
import { eventIdFrom, idsFrom } from "#app/calendly/invitee-ids.ts";
import { e164Of } from "#app/platform/phone-number.ts";
import { ONE_ADDRESS } from "#app/platform/typed.ts";

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const text = z.string().nullish();

export const eventShape = z.object({
  uri: z.string(),
  name: text,
  status: z.string(),
  start_time: instant,
  end_time: instant,
  updated_at: z.string(),
  event_memberships: z.array(z.object({ user_name: text })).catch([]),
});

export const inviteeShape = z.object({
  uri: z.string(),
  email: text,
  name: text,
  first_name: text,
  last_name: text,
  status: z.string(),
  rescheduled: z.boolean().nullish(),
  old_invitee: text,
  new_invitee: text,
  text_reminder_number: text,
  questions_and_answers: z.array(z.object({ question: text, answer: text })).catch([]),
  cancellation: z.object({ canceler_type: text, reason: text }).nullish(),
  created_at: instant,
});

export type CalendlyEvent = z.output<typeof eventShape>;
export type Invitee = z.output<typeof inviteeShape>;

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
  title: string;
  host: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  bookedAt: number;
  cancelledBy: "client" | "practice";
};

/** Null: the addresses are not Calendly's, or the times are none. */
export function factsFrom(invitee: Invitee, event: CalendlyEvent): ExternalFacts | null {
  const ids = idsFrom(invitee.uri);
  if (!ids || eventIdFrom(event.uri) !== ids.event || !(event.start_time < event.end_time)) return null;
  const email = invitee.email?.trim() ?? "";
  return {
    invitee: ids.invitee,
    event: ids.event,
    eventVersion: event.updated_at,
    isCancelled: invitee.status === "canceled" || event.status === "canceled",
    old: idsFrom(invitee.old_invitee)?.invitee ?? null,
    start: event.start_time,
    end: event.end_time,
    title: oneLine(event.name) ?? "Booked on Calendly",
    host: event.event_memberships[0]?.user_name ?? null,
    name: oneLine(invitee.name) ?? oneLine(`${invitee.first_name ?? ""} ${invitee.last_name ?? ""}`),
    email: email.length <= 254 && ONE_ADDRESS.test(email) ? email : null,
    phone: phoneOf(invitee),
    bookedAt: invitee.created_at,
    cancelledBy: invitee.cancellation?.canceler_type === "invitee" ? "client" : "practice",
  };
}

/** The number for reminders, or the answer to a question that asks for one. */
function phoneOf({ text_reminder_number, questions_and_answers }: Invitee): string | null {
  const asked = questions_and_answers.filter(({ question }) => /phone|mobile|telephone|number/i.test(question ?? ""));
  const typed = [text_reminder_number, ...asked.map(({ answer }) => answer)];
  return typed.flatMap((number) => (number && number.length <= 40 ? (e164Of(number) ?? []) : []))[0] ?? null;
}

function oneLine(typed: string | null | undefined): string | null {
  const line = typed
    ?.replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 100)
    .trim();
  return line || null;
}
