import type { z } from "zod";
import type { Appointment } from "#app/appointments/appointment.ts";
import { whenInWords } from "#app/appointments/mails/mail-facts.ts";
import type { movedData } from "#app/appointments/notifications/appointment-message.ts";
import { priceInFull } from "#app/platform/money-words.ts";

export type KnownAppointment = Pick<
  Appointment,
  "start" | "end" | "serviceTitle" | "minutes" | "pricePence" | "therapistId"
>;

type MovedData = z.output<typeof movedData>;

/** `was`: the old time, if the start or the end has changed. */
export type ChangeSummary = { isMoved: boolean; was: string | null; lines: string[] };

/** The data of a message about a change: the details that the client last heard of. */
export function movedFrom(appointmentId: string, { start, ...before }: KnownAppointment): MovedData {
  const { end, serviceTitle, minutes, pricePence, therapistId } = before;
  return { appointmentId, was: start, before: { end, serviceTitle, minutes, pricePence, therapistId } };
}

/** The reverse of `movedFrom`. Version 0.1.0 stored only the start: the rest counts as unchanged. */
export function knownFrom({ was, before }: MovedData, now: KnownAppointment): KnownAppointment {
  const { serviceTitle = now.serviceTitle, ...others } = before ?? {};
  return { ...now, end: was + (now.end - now.start), ...others, serviceTitle, start: was };
}

export function isSame(one: KnownAppointment, other: KnownAppointment): boolean {
  const isSameOffer = one.serviceTitle === other.serviceTitle && one.pricePence === other.pricePence;
  return isSameTime(one, other) && isSameOffer && one.therapistId === other.therapistId;
}

export function changeInWords(
  { before, now }: { before: KnownAppointment; now: KnownAppointment },
  { zone, nameOf }: { zone: string; nameOf: (therapistId: string) => string },
): ChangeSummary {
  const lines = [
    before.serviceTitle !== now.serviceTitle && `Treatment: ${now.serviceTitle}, was ${before.serviceTitle}`,
    before.minutes !== now.minutes && `Length: ${now.minutes} minutes, was ${before.minutes} minutes`,
    before.pricePence !== now.pricePence &&
      `Price: ${priceInFull(now.pricePence)}, was ${priceInFull(before.pricePence)}`,
    before.therapistId !== now.therapistId &&
      `Therapist: ${nameOf(now.therapistId)}, was ${nameOf(before.therapistId)}`,
  ];
  return {
    isMoved: before.start !== now.start,
    was: isSameTime(before, now) ? null : whenInWords(before, zone),
    lines: lines.filter((line) => line !== false),
  };
}

function isSameTime(one: KnownAppointment, other: KnownAppointment): boolean {
  return one.start === other.start && one.end === other.end;
}
