import { workingDay } from "#app/hours/working-time.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { ComplaintInput } from "#app/messages/complaint.form.ts";
import { type Complaint, DUE_IN, referenceOf } from "#app/messages/complaint.ts";
import { insertComplaint, nextNumber } from "#app/messages/complaints.db.server.ts";
import { aboutEnquiry } from "#app/messages/contact-message.ts";
import { contactReceived } from "#app/messages/contact-received.mail.tsx";
import { contactToPractice } from "#app/messages/contact-to-practice.mail.tsx";
import { getMessageByKey, insertMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { idempotencyOf } from "#app/platform/form-draft.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const SUBJECTS = { treatment: "a treatment or booking", information: "how information was used" };

/**
 * Stores a complaint with its number and the day by which we write, mails the practice, and acknowledges it if there
 * is an email address. The block list does not apply: everybody may complain.
 */
export async function receiveComplaint(
  app: AppContext,
  complaintInput: ComplaintInput,
  idempotencyKey: string,
): Promise<{ kind: "received"; id: string } | { kind: "key-used" }> {
  const now = app.clock.now();
  const { bookingRules } = (await readPractice(app)).settings;
  const { about, name, reply, email, happened, remedy } = complaintInput;
  const dueDay = await workingDay(localDateOf(now, bookingRules.zone), DUE_IN[about]);
  const idempotency = idempotencyOf(idempotencyKey, { scope: "complaint", content: complaintInput });
  return app.db.kysely.transaction().execute(async (tx) => {
    const before = await getMessageByKey(tx, idempotency);
    if (before) return before.isSame ? { kind: "received", id: before.id } : { kind: "key-used" };
    const complaint: Complaint = { number: await nextNumber(tx), about, replyTo: reply, remedy, dueDay };
    const subject = `Complaint ${referenceOf(complaint)} about ${SUBJECTS[about]}`;
    const contact = { firstName: name, lastName: "", email: email ?? "", subject, message: happened };
    // When two arrive at once, the counter's row made the second wait, and it finds the first.
    const inserted = await insertMessage(tx, { id: newId(), contact, idempotency, now });
    if (!inserted) return { kind: "key-used" };
    const { id, isNew } = inserted;
    if (!isNew) return { kind: "received", id };
    await insertComplaint(tx, id, complaint);
    const data = { enquiryId: id };
    const acknowledged = email ? [contactReceived.message(aboutEnquiry(id), data)] : [];
    await enqueue(tx, [contactToPractice.message(aboutEnquiry(id), data), ...acknowledged], now);
    return { kind: "received", id };
  });
}
