/** Why nothing came back from outside. After the first three, nothing was sent. */
export type OutboundFault = keyof typeof FAULT_WORDS;

/** The same for the owner. */
export const FAULT_WORDS = {
  "not-https": "The address does not begin with https://, so nothing was sent.",
  "unknown-host": "There is no server of that name, or this machine has no connection.",
  "private-address": "The address lies in this machine’s own network, so nothing was sent.",
  timeout: "It did not answer within 15 seconds.",
  "too-large": "It answered with more than we read.",
  certificate: "Its certificate does not hold.",
  unreachable: "It could not be reached, or it ended the connection.",
} as const;
