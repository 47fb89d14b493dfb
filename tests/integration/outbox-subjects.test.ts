import { sql } from "kysely";
import { expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { outboxSubjects } from "#migrations/0160-outbox-subjects.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp } from "#tests/support/test-app.ts";

const GONE = "00000000-0000-4000-8000-000000000000";

test("mails of the version before get to know their record, and those whose record is gone go", async () => {
  const app = await demoApp();
  const { id: appointmentId } = await booked(app);
  const person = await personIn(app, { email: "ada@example.com" });
  await backToBefore(app);
  const enquiryId = await enquiryIn(app);
  const kept = [
    ["appointment-confirmed-practice", { appointmentId }, "appointment", appointmentId],
    ["appointment-rescheduled-client", { appointmentId, was: 5 }, "appointment", appointmentId],
    ["enquiry-practice", { enquiryId }, "enquiry", enquiryId],
    ["enquiry-reply", { replyId: enquiryId }, "enquiry", enquiryId],
    ["account-exists", { userId: person.id }, "user", person.id],
    ["account-verify", { nonce: "n" }, "user", person.id],
    ["account-address-changed", { to: "old@example.com", at: 77 }, "user", person.id],
  ] as const;
  const gone = [
    ["appointment-confirmed-practice", { appointmentId: GONE }],
    ["enquiry-acknowledgement", { enquiryId: GONE }],
    ["enquiry-reply", { replyId: GONE }],
    ["account-password-changed", { userId: GONE, at: 5 }],
  ] as const;
  for (const [number, [kind, data]] of [...kept, ...gone].entries()) await mailOf(app, { id: `${number}`, kind, data });
  await app.db.kysely
    .insertInto("audit")
    .values({
      id: "a",
      at: 77,
      actor: "x",
      action: "account.address",
      subject_kind: "user",
      subject_id: person.id,
      detail: "{}",
    })
    .execute();
  await app.db.kysely.transaction().execute((tx) => outboxSubjects.up(tx));
  const rows = await app.db.kysely.selectFrom("outbox").selectAll().execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  expect(kept.map((_, id) => [known.get(`${id}`)?.subject_kind, known.get(`${id}`)?.subject_id])).toEqual(
    kept.map(([, , kind, id]) => [kind, id]),
  );
  expect(rows.map(({ channel }) => channel)).toEqual(kept.map(() => "email"));
  const mails = await app.db.kysely.selectFrom("mails").select("outbox_id").execute();
  expect(mails.map(({ outbox_id }) => outbox_id).sort()).toEqual(kept.map((_, id) => `${id}`));
});

/** The outbox as version 0.1.0 had it, and empty. */
async function backToBefore({ db: { kysely } }: AppContext): Promise<void> {
  await kysely.deleteFrom("outbox").execute();
  await kysely.schema.dropIndex("outbox_subject").execute();
  for (const column of ["channel", "subject_kind", "subject_id", "mail"]) {
    await kysely.schema.alterTable("outbox").dropColumn(column).execute();
  }
}

async function enquiryIn({ db: { kysely } }: AppContext): Promise<string> {
  const id = "11111111-0000-4000-8000-000000000000";
  const who = { first_name: "Ada", last_name: "Smith", email: "ada@example.com", subject: "Hello", message: "Hello" };
  const state = { state: "unread", state_at: 1, state_by: null, created_at: 1, idempotency_key: null };
  await kysely
    .insertInto("enquiries")
    .values({ id, ...who, ...state })
    .execute();
  await kysely.insertInto("enquiry_replies").values({ id, enquiry_id: id, text: "Hello", at: 1, actor: "x" }).execute();
  return id;
}

type Sent = { id: string; kind: string; data: object };

/** A mail that was sent to Ada. */
async function mailOf({ db: { kysely } }: AppContext, { id, kind, data }: Sent): Promise<void> {
  await sql`insert into outbox (id, kind, data, run_at, attempts, claimed_until, created_at, done_at)
    values (${id}, ${kind}, ${JSON.stringify(data)}, 1, 1, 0, 1, 1)`.execute(kysely);
  const texts = { message_id: id, sender: "x", subject: "x", body_text: "x", body_html: "x", calendar: null };
  const copy = { outbox_id: id, recipient: "Ada@example.com", rendered_at: 1, sent_at: 1, ...texts };
  await kysely.insertInto("mails").values(copy).execute();
}
