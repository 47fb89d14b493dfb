import type { Letter } from "#app/enquiries/forms.ts";
import { insertEnquiry } from "#app/enquiries/store.server.ts";
import { enqueue } from "#app/outbox/store.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** Takes a message in: kept, mailed to the practice and acknowledged, all in one transaction. */
export async function receiveEnquiry(world: World, letter: Letter): Promise<{ kind: "received"; id: string }> {
  const id = newId();
  const now = world.clock.now();
  await world.db.kysely.transaction().execute(async (tx) => {
    await insertEnquiry(tx, { id, letter, now });
    const data = { enquiryId: id };
    await enqueue(
      tx,
      [
        { kind: "enquiry-practice", data },
        { kind: "enquiry-acknowledgement", data },
      ],
      now,
    );
  });
  return { kind: "received", id };
}
