import fc from "fast-check";
import { insertUser } from "#app/accounts/users/create-admin.server.ts";
import { insertClients } from "#app/clients/clients.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { THERAPISTS } from "#tests/support/scope/personas.ts";

const DAY_MS = 86_400_000;
const LETTERS = "abcdefghijklmnop";

export type Visit = {
  id: string;
  client: number;
  therapist: (typeof THERAPISTS)[number];
  /** Days from today. */
  day: number;
  hour: number;
  status: "Confirmed" | "Pending" | "Cancelled";
};
export type CanaryPractice = { clients: number; visits: Visit[] };

const STRANGER = "Enquiryquillwort";

/** A practice of a few clients, each of whom some therapists have seen, will see or were to see. */
export function anyPractice(): fc.Arbitrary<CanaryPractice> {
  const visit = fc.record({
    client: fc.integer({ min: 0, max: 5 }),
    therapist: fc.constantFrom(...THERAPISTS),
    day: fc.integer({ min: -20, max: 20 }),
    status: fc.constantFrom("Confirmed" as const, "Confirmed" as const, "Pending" as const, "Cancelled" as const),
  });
  return fc.array(visit, { minLength: 7, maxLength: 9 }).map((visits) => ({
    clients: 6,
    visits: visits.map((one, index) => ({ ...one, id: `visit-${index}`, hour: 8 + (index % 10) })),
  }));
}

/** What is stored of the nth client or visit, and found nowhere by chance. */
export const canaries = {
  name: (n: number) => `Quillwort${LETTERS[n]}zz`,
  email: (n: number) => `mail${LETTERS[n]}zz@quillwort.example`,
  phone: (n: number) => `+4477009008${String(n).padStart(2, "0")}`,
  clientNote: (n: number) => `Clientnote${LETTERS[n]}zz`,
  visitNote: (n: number) => `Visitnote${LETTERS[n]}zz`,
  address: (n: number) => `Visitaddress${LETTERS[n]}zz`,
  asked: (n: number) => `Practicalnote${LETTERS[n]}zz`,
  cancelReason: (n: number) => `Cancelreason${LETTERS[n]}zz`,
  moveWords: (n: number) => `Movewords${LETTERS[n]}zz`,
  /** Of the nth therapist. */
  closedFor: (n: number) => `Closedfor${LETTERS[n]}zz`,
  /** Typed into the contact form: for owners and reception. */
  message: () => "Messagequillwort",
  /** Typed by people who reach owners alone: in the audit, an account, another system. */
  ownersOnly: () => STRANGER,
};

// Whole pounds, as reports round to them.
const BASE_PENCE = 7_000_100;
const STEP_PENCE = 100_900;

/** What the nth visit costs: a sum of any of them tells which it was added up from. */
export function penceOf(n: number): number {
  return BASE_PENCE + STEP_PENCE * 2 ** n;
}

/** The visits whose prices add up to this; empty where it is no such sum. */
export function visitsIn(pence: number, visits: number): number[] {
  const addends = Array.from({ length: visits }, (_, n) => n + 1);
  for (const count of addends) {
    const bits = (pence - count * BASE_PENCE) / STEP_PENCE;
    if (!Number.isInteger(bits) || bits < 1 || bits >= 2 ** visits) continue;
    const found = addends.map((n) => n - 1).filter((n) => Math.floor(bits / 2 ** n) % 2 === 1);
    if (found.length === count) return found;
  }
  return [];
}

const AMOUNT = /\b(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d\d))?\b/g;

/** Every number in an answer, read as pence and as pounds. */
export function amountsIn(answer: string): number[] {
  return [...answer.matchAll(AMOUNT)].flatMap(([, whole = "", rest]) => {
    const pounds = Number(whole.replaceAll(",", ""));
    return rest === undefined ? [pounds, pounds * 100] : [pounds * 100 + Number(rest)];
  });
}

/** The ways in which an answer may write it. */
export function writings(kind: keyof typeof canaries, n: number): RegExp {
  if (kind === "phone") {
    const phone = canaries.phone(n);
    return new RegExp(`${phone.slice(1)}|${readablePhone(phone)}`);
  }
  return new RegExp(canaries[kind](n), "i");
}

export async function storePractice(app: AppContext, { clients, visits }: CanaryPractice): Promise<void> {
  const now = app.clock.now();
  const today = now - (now % DAY_MS);
  const { id: serviceId } = await app.db.kysely
    .selectFrom("services")
    .select("id")
    .where("slug", "=", "deep-tissue-massage")
    .executeTakeFirstOrThrow();
  await app.db.kysely.transaction().execute(async (tx) => {
    const people = Array.from({ length: clients }, (_, n) => ({
      id: `client-${n}`,
      now,
      name: canaries.name(n),
      email: canaries.email(n),
      phone: canaries.phone(n),
    }));
    await insertClients(tx, people);
    const notes = people.map(({ id }, n) => ({
      id: `note-${n}`,
      client_id: id,
      words: canaries.clientNote(n),
      at: now,
      author: "Imogen",
      actor: "admin:x",
    }));
    await tx.insertInto("client_notes").values(notes).execute();
    for (const [index, visit] of visits.entries()) {
      const start = today + visit.day * DAY_MS + visit.hour * 3_600_000;
      const end = start + 3_600_000;
      const contact = people[visit.client];
      if (!contact) throw new Error("No such client");
      await tx
        .insertInto("appointments")
        .values({
          id: visit.id,
          reference: `QWZZ${String(index).padStart(4, "7")}`,
          reference_prefix: "LY",
          service_id: serviceId,
          service_title: "Deep Tissue Massage",
          therapist_id: visit.therapist,
          minutes: 60,
          price_pence: penceOf(index),
          starts_at: start,
          ends_at: end,
          block_start: start,
          block_end: end,
          status: visit.status,
          name: contact.name,
          phone: contact.phone,
          email: contact.email,
          user_id: null,
          client_id: contact.id,
          idempotency_key: null,
          idempotency_body: null,
          manage_hash: visit.id,
          search: contact.name.toLowerCase(),
          sequence: 0,
          contact_version: 1,
          details_differ: 0,
          unproven: 0,
          opens_record: 1,
          link_version: 1,
          origin: null,
          practical_note: canaries.asked(index),
          venue: "client",
          visit_address: canaries.address(index),
          visit_postcode: "LY7 2AB",
          visit_access: canaries.address(index),
          source: "practice",
          series_id: null,
          series_position: null,
          series_total: null,
          created_at: now,
          updated_at: now,
        })
        .execute();
      await tx
        .insertInto("appointment_notes")
        .values({ appointment_id: visit.id, words: canaries.visitNote(index), version: 1, at: now, actor: "admin:x" })
        .execute();
      await storeWaiting(tx, { visit, index, start, now });
    }
    await storeClosures(tx, now);
    await storeForOwners(tx, now);
  });
}

type Stored = { visit: Visit; index: number; start: number; now: number };

/** Why it was cancelled; of some that are ahead, that somebody wants to move it, and that it is outside of the hours. */
async function storeWaiting(tx: Tx, { visit, index, start, now }: Stored): Promise<void> {
  if (visit.status === "Cancelled") {
    const reason = canaries.cancelReason(index);
    await tx
      .insertInto("cancellations")
      .values({ appointment_id: visit.id, at: now, actor: "client:x", reason, asked_by: "client", ...UNSAID })
      .execute();
  } else if (start > now) {
    const words = canaries.moveWords(index);
    const open = { answer: null, answered_at: null, answered_by: null };
    await tx
      .insertInto("move_requests")
      .values({ appointment_id: visit.id, starts_at: start, words, at: now, ...open })
      .execute();
    await tx
      .insertInto("stranded_appointments")
      .values({ appointment_id: visit.id, therapist_id: visit.therapist, starts_at: start, at: now, ...UNCALLED })
      .execute();
  }
}

const UNSAID = { reason_code: null, late: null, chargeable: null, status_before: null };
const UNCALLED = { rang_at: null, rang_by: null };

/** Each therapist is away for a reason that is theirs. */
async function storeClosures(tx: Tx, now: number): Promise<void> {
  for (const [n, therapist_id] of THERAPISTS.entries()) {
    const day = new Date(now + n * DAY_MS).toISOString().slice(0, 10);
    const times = { first_day: day, last_day: day, from_minute: 1_200, to_minute: 1_260, public_note: null };
    await tx
      .insertInto("day_exceptions")
      .values({ id: `away-${n}`, therapist_id, kind: "closure", reason: canaries.closedFor(n), ...times })
      .execute();
  }
}

/** A message, and a line of the audit and an account with words for owners alone. */
async function storeForOwners(tx: Tx, now: number): Promise<void> {
  const words = canaries.ownersOnly();
  const email = `${words}@example.com`;
  const typed = canaries.message();
  const writer = { first_name: typed, last_name: typed, email: `${typed}@example.com` };
  const person = { ...writer, subject: typed, message: typed };
  const unread = { state: "unread", state_at: now, state_by: null, idempotency_key: null, idempotency_body: null };
  await tx
    .insertInto("enquiries")
    .values({ id: "enquiry-0", created_at: now, ...person, ...unread })
    .execute();
  const about = { subject_kind: "client", subject_id: "client-0", detail: JSON.stringify({ name: words }) };
  await tx
    .insertInto("audit")
    .values({ id: "line-0", at: now, actor: "system", action: "client.change", ...about })
    .execute();
  await insertUser(tx, { id: "account-0", email, name: words, role: "user", emailVerified: true, now });
}
