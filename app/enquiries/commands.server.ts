import { isBlocked } from "#app/enquiries/blocked.ts";
import type { Letter } from "#app/enquiries/forms.ts";
import { insertEnquiry } from "#app/enquiries/store.server.ts";
import { enqueue } from "#app/outbox/store.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { readSettings } from "#app/settings/store.server.ts";

export type ReceiveOutcome =
  | { kind: "received"; id: string }
  /** The practice takes no message from this address or with such words. */
  | { kind: "blocked" };

/**
 * Takes a message in: kept, mailed to the practice and acknowledged, all in one transaction. The same message with the
 * same key is taken once, however often it is sent.
 */
export async function receiveEnquiry(
  world: World,
  letter: Letter,
  idempotencyKey: string | null = null,
): Promise<ReceiveOutcome> {
  const { messages } = await readSettings(world.db.kysely, world.log);
  if (isBlocked(messages.blocked, letter)) return { kind: "blocked" };
  const now = world.clock.now();
  return world.db.kysely.transaction().execute(async (tx): Promise<ReceiveOutcome> => {
    const { id, isNew } = await insertEnquiry(tx, { id: newId(), letter, idempotencyKey, now });
    if (!isNew) return { kind: "received", id };
    const data = { enquiryId: id };
    await enqueue(
      tx,
      [
        { kind: "enquiry-practice", data },
        { kind: "enquiry-acknowledgement", data },
      ],
      now,
    );
    return { kind: "received", id };
  });
}
