import fc from "fast-check";
import { insertClients } from "#app/clients/clients.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { THERAPISTS } from "#tests/support/reach/personas.ts";

const DAY_MS = 86_400_000;

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

/** A practice of a few clients, each of whom some therapists have seen, will see or were to see. */
export function anyPractice(): fc.Arbitrary<CanaryPractice> {
  const visit = fc.record({
    client: fc.integer({ min: 0, max: 7 }),
    therapist: fc.constantFrom(...THERAPISTS),
    day: fc.integer({ min: -20, max: 20 }),
    status: fc.constantFrom("Confirmed" as const, "Confirmed" as const, "Pending" as const, "Cancelled" as const),
  });
  return fc.array(visit, { minLength: 8, maxLength: 10 }).map((visits) => ({
    clients: 8,
    visits: visits.map((one, index) => ({ ...one, id: `visit-${index}`, hour: 8 + (index % 10) })),
  }));
}

/** What is stored of the nth client or visit, and found nowhere by chance. */
export const canaries = {
  name: (n: number) => `Quillwort${"abcdefghijklmnop"[n]}zz`,
  email: (n: number) => `mail${"abcdefghijklmnop"[n]}zz@quillwort.example`,
  phone: (n: number) => `+4477009008${String(n).padStart(2, "0")}`,
  clientNote: (n: number) => `Clientnote${"abcdefghijklmnop"[n]}zz`,
  visitNote: (n: number) => `Visitnote${"abcdefghijklmnop"[n]}zz`,
  asked: (n: number) => `Practicalnote${"abcdefghijklmnop"[n]}zz`,
  pence: (n: number) => 700_001 + n * 10_007,
  message: () => "Enquiryquillwort",
};

/** The ways in which an answer may write a phone number or an amount. */
export function writings(kind: keyof typeof canaries, n: number): RegExp {
  if (kind === "phone") {
    const phone = canaries.phone(n);
    return new RegExp(`${phone.slice(1)}|${readablePhone(phone)}`);
  }
  if (kind !== "pence") return new RegExp(String(canaries[kind](n)), "i");
  const pence = String(canaries.pence(n));
  const [pounds = "", rest = ""] = [pence.slice(0, -2), pence.slice(-2)];
  return new RegExp(
    `\\b${pence}\\b|\\b${pounds}\\.${rest}\\b|\\b${pounds.slice(0, -3)},${pounds.slice(-3)}\\.${rest}\\b`,
  );
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
          price_pence: canaries.pence(index),
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
          link_version: 1,
          origin: null,
          practical_note: canaries.asked(index),
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
    }
  });
}
