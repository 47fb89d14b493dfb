import type { Letter } from "#app/enquiries/forms.ts";
import type { Tx } from "#app/platform/database/database.server.ts";

/** Keeps a message that has just come in, unread. */
export async function insertEnquiry(tx: Tx, { id, letter, now }: { id: string; letter: Letter; now: number }) {
  const { firstName, lastName, email, subject, message } = letter;
  await tx
    .insertInto("enquiries")
    .values({
      ...{ id, first_name: firstName, last_name: lastName, email, subject, message },
      ...{ created_at: now, state: "unread", state_at: now, state_by: null },
    })
    .execute();
}
