import { workingDay } from "#app/availability/bank-holidays/commands.server.ts";
import { type Complaint, DUE_IN, referenceOf } from "#app/enquiries/complaints/complaint.ts";
import type { Grievance } from "#app/enquiries/complaints/forms.ts";
import { insertComplaint, nextNumber } from "#app/enquiries/complaints/store.server.ts";
import { findByKey, insertEnquiry } from "#app/enquiries/store.server.ts";
import { enqueue } from "#app/outbox/store.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/store.server.ts";

const SUBJECTS = { treatment: "a treatment or booking", information: "how information was used" };

/**
 * Takes a complaint in, with its number and the day by which we write: kept, mailed to the practice, and acknowledged
 * where we can mail. The list of who is blocked does not count here: everybody may complain.
 */
export async function receiveComplaint(
  world: World,
  grievance: Grievance,
  idempotencyKey: string,
): Promise<{ kind: "received"; id: string }> {
  const now = world.clock.now();
  const { bookingRules } = await readSettings(world.db.kysely, world.log);
  const { about, name, reply, email, happened, wanted } = grievance;
  const dueDay = await workingDay(localDateOf(now, bookingRules.zone), DUE_IN[about]);
  return world.db.kysely.transaction().execute(async (tx) => {
    const before = await findByKey(tx, idempotencyKey);
    if (before) return { kind: "received", id: before };
    const complaint: Complaint = { number: await nextNumber(tx), about, replyTo: reply, wanted, dueDay };
    const subject = `Complaint ${referenceOf(complaint)} about ${SUBJECTS[about]}`;
    const letter = { firstName: name, lastName: "", email: email ?? "", subject, message: happened };
    // Two at once: the counter's row has made the second wait, and it finds the first.
    const { id, isNew } = await insertEnquiry(tx, { id: newId(), letter, idempotencyKey, now });
    if (!isNew) return { kind: "received", id };
    await insertComplaint(tx, id, complaint);
    const data = { enquiryId: id };
    const acknowledged = email ? [{ kind: "enquiry-acknowledgement" as const, data }] : [];
    await enqueue(tx, [{ kind: "enquiry-practice", data }, ...acknowledged], now);
    return { kind: "received", id };
  });
}
