import type { OutboundFault } from "#app/platform/outbound/outbound-fault.ts";

/** Why a calendar could not be read. */
export type LinkFault =
  | OutboundFault
  | "sign-in"
  | "not-found"
  | "refused"
  | "web-page"
  | "no-calendar"
  | "cut-short"
  | "too-many"
  | "redirects"
  | "shut"
  | "password"
  | "calendar-gone"
  | "no-caldav"
  | "read-only"
  | "full"
  | "signed-out"
  | "signed-out-week"
  | "not-allowed"
  | "api-off"
  | "app-refused"
  | "too-fast";

/** For whoever connects it: what is wrong, and what to do. */
const SENTENCES: Record<LinkFault, string> = {
  "not-https": "Paste an address that begins with https:// or webcal://.",
  "unknown-host": "There is no server of that name. Check the address, or paste it again.",
  "private-address": "That address lies in a private network, so we did not open it. Use one that works from anywhere.",
  timeout: "The calendar did not answer in time. Try again in a few minutes.",
  "too-large": "The calendar is larger than 6 MB. Connect one with fewer old events.",
  certificate: "The server’s certificate is not valid. Ask whoever runs the calendar.",
  unreachable: "We could not reach the calendar. Try again in a few minutes.",
  "sign-in": "That address asks for a sign-in. Paste the secret or published address, which opens without one.",
  "not-found": "There is no calendar at that address now. Copy its secret address again.",
  refused: "The calendar’s server answered with an error. Try again in a few minutes.",
  "web-page": "That address opens a web page, not a calendar. Paste the address that ends in .ics.",
  "no-calendar": "That address holds no calendar. Paste the address that ends in .ics.",
  "cut-short": "The calendar did not arrive whole. Try again in a few minutes.",
  "too-many": "The calendar has more than 20,000 events. Connect one with fewer old events.",
  redirects: "That address only leads to others. Paste the calendar’s own address.",
  shut: "This server can’t open the saved address. Disconnect the calendar and connect it again.",
  password: "The server refuses the user name or the password. Make a new app password there and enter it here.",
  "calendar-gone": "That calendar is no longer there. Choose your calendars again.",
  "no-caldav": "We found no calendars at that address. Ask whoever runs the server for its CalDAV address.",
  "read-only": "The server does not let us write to that calendar. Choose another one for appointments.",
  full: "The calendar’s storage is full. Delete something there, and we write again.",
  "signed-out": "The sign-in has ended, or was revoked there. Sign in again.",
  "signed-out-week":
    "Google ended the sign-in after seven days, as it does while your app there is in testing. Publish the app at Google, then sign in again.",
  "not-allowed": "Not every permission was given. Sign in again, and allow all that the page there asks for.",
  "api-off": "The Google Calendar API is off in your project at Google. Turn it on there.",
  "app-refused":
    "The client ID or its secret is refused there. An owner enters them again under Settings, Calendar sign-in.",
  "too-fast": "The calendar’s company asks us to wait. Try again in a few minutes.",
};

export function faultSentence(fault: string): string {
  return SENTENCES[fault as LinkFault] ?? SENTENCES.unreachable;
}

const PASSES = "Try again in a few minutes.";

/** The same of a calendar that is connected already, which is read again by itself. */
export function linkFaultSentence(fault: string): string {
  return faultSentence(fault).replace(PASSES, "We try again every 10 minutes.");
}

/** Whether only another address mends it. */
export function needsNewAddress(fault: string): boolean {
  return fault !== "shut" && !faultSentence(fault).endsWith(PASSES);
}

/** A calendar that a therapist has elsewhere, without its address. Instants are epoch ms. */
export type CalendarLink = {
  id: string;
  therapistId: string;
  /** Null: it is read by its address alone. */
  accountId: string | null;
  name: string;
  /** When it was last read. */
  readAt: number;
  /** Events that could not be read. */
  skipped: number;
  fault: string | null;
  faultSince: number | null;
  /** Hours of failing after which its therapist takes no online bookings; null: never. */
  closesAfter: number | null;
  /** Whether it has come to that. */
  isClosed: boolean;
};

export const CLOSES_AFTER = [6, 24, 72] as const;

/** What is called so by its address, where nobody gave it a name. */
export function nameFrom({ hostname }: URL): string {
  if (/(^|\.)google\.com$/.test(hostname)) return "Google";
  if (/(^|\.)(outlook|office|office365|live)\.com$/.test(hostname)) return "Outlook";
  if (/(^|\.)icloud\.com$/.test(hostname)) return "iCloud";
  return hostname;
}

/** The owner's own addresses, as Google writes them into the calendar's: what they declined does not block them. */
export function addressesIn({ pathname }: URL): string[] {
  return pathname
    .split("/")
    .map((piece) => {
      try {
        return decodeURIComponent(piece);
      } catch {
        return "";
      }
    })
    .filter((piece) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(piece));
}
