import { z } from "zod";
import { USER } from "#app/accounts/account-message.ts";
import type { Due, MessageKinds } from "#app/outbox/message.ts";
import { PARTS } from "#app/platform/parts.ts";

const parts = z.array(z.enum(PARTS));

/** What was done to somebody, as the mail to the owners says it. */
const deed = z.enum([
  "invited",
  "invited-again",
  "withdrawn",
  "joined",
  "parts",
  "suspended",
  "readmitted",
  "disabled",
  "enabled",
  "left",
]);
export type Deed = z.output<typeof deed>;

/** `to`: an owner. `by`: who did it; null: the command line. `user` or `invite`: whom it was done to. */
const change = z.object({
  to: z.string(),
  by: z.string().nullable(),
  user: z.string().nullable(),
  invite: z.string().nullable(),
  deed,
  before: parts,
  after: parts,
  at: z.number(),
});
export type StaffChange = z.output<typeof change>;

export const staffMessages = {
  "staff-invite": { title: "Invitation to work here", data: z.object({ nonce: z.string() }) },
  "staff-changed": { title: "People changed", data: change },
} as const satisfies MessageKinds;

export const INVITE = "staff-invite";

export function inviteMessage(id: string, nonce: string): Due {
  return { kind: INVITE, subject: { kind: INVITE, id }, data: { nonce } };
}

/** About the person, so that it goes when they are erased; about nobody when they have left. */
export function changeMessage(data: StaffChange): Due {
  const subject = data.user ? { kind: USER, id: data.user } : { kind: INVITE, id: data.invite ?? "left" };
  return { kind: "staff-changed", subject, data };
}
