import { appointmentMessages } from "#app/appointments/appointment-message.ts";
import { seriesMessages } from "#app/appointments/series-message.ts";
import { therapistMessages } from "#app/appointments/therapist-message.ts";
import { mails } from "#app/mails.server.ts";
import type { MessageKinds } from "#app/outbox/message.ts";

const KINDS: MessageKinds = {
  ...appointmentMessages,
  ...seriesMessages,
  ...therapistMessages,
  ...Object.fromEntries(mails.map((mail) => [mail.id, mail])),
};

/** A message kind's title; one that this version does not know by its stored name. */
export function mailTitle(kind: string): string {
  const known = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  return known?.title ?? sentenceOf(kind);
}

function sentenceOf(kind: string): string {
  const words = kind.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
