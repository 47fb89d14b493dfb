import { viewName } from "#app/clients/client.ts";
import { dateAndTime } from "#app/diary/lists/row-view.ts";
import { localeMoment } from "#app/platform/date-time.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import type { ClientLine } from "#app/privacy/client-record.ts";

/** A client in words, in the viewer's locale and the practice's zone. */
export type ClientView = {
  id: string;
  name: string;
  email: string;
  phone: string;
  /** `tel:+44…`; null without a number. */
  phoneHref: string | null;
  visits: number;
  missed: number;
  unrecorded: number;
  last: string;
  next: string;
};

type Where = { zone: string; locale: string; now?: number };

/** Missing values use the specification's words (section 3). */
export function viewClient(client: ClientLine, where: Where): ClientView {
  const { visits, missed, unrecorded, last, next } = client.summary;
  return {
    id: client.id,
    name: viewName(client),
    email: client.email ?? "No Email",
    phone: client.phone ? readablePhone(client.phone) : "No Phone",
    phoneHref: client.phone ? `tel:${client.phone}` : null,
    visits,
    missed,
    unrecorded,
    last: last === null ? "None" : dateAndTime(last, where).date,
    next: next === null ? "None" : localeMoment(next, where.zone, where.locale),
  };
}

/** `Tue 24 Nov, 10:30`. */
export function inOneLine(instant: number, where: Where): string {
  const { date, time } = dateAndTime(instant, where);
  return `${date}, ${time}`;
}
