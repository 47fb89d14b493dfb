import { FAULT_WORDS, type OutboundFault } from "#app/platform/outbound/outbound-fault.ts";

const LONGEST_WORDS = 200;

/** What Calendly answered, in its own words, and what that means to the owner. */
export function refusalInWords(status: number, own: string): string {
  const said = own.slice(0, LONGEST_WORDS).replace(/[.:\s]+$/, "");
  return `Calendly answered ${status}${said ? `: ${said}` : ""}. ${meaningOf(status)}`;
}

/** Why nothing came back. */
export function silenceInWords(fault: OutboundFault): string {
  return `Calendly was asked. ${FAULT_WORDS[fault]}`;
}

/** Asked too often: no failure, and over by itself. */
export function waitInWords(seconds: number): string {
  return `Calendly answered 429: it was asked too often, and wants to be left alone for ${seconds} seconds.`;
}

function meaningOf(status: number): string {
  if (status === 401) return "It does not know this token: copy the whole of it again, or make a new one there.";
  if (status === 403) {
    return "The token may not do this: make one there that may read users and scheduled events, and read and write webhooks.";
  }
  if (status === 404) return "It has nothing at that place.";
  if (status >= 500) return "It has trouble of its own: try again later.";
  return "It refused what we asked.";
}
