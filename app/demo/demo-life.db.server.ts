import { getCatalogue } from "#app/catalogue/catalogue.db.server.ts";
import type { DemoOffer } from "#app/demo/demo-plan.ts";
import { getWorkingTime } from "#app/hours/working-time.db.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";

const MARKED_AT_ONCE = 500;

/** What is marked: the invented life, and what the seed wrote of the practice itself. */
export type DemoKind =
  | ("fill" | "client" | "appointment" | "enquiry" | "user" | "closure" | "address")
  | ("demo-setting" | "demo-words" | "demo-services" | "demo-therapists");

/** Notes that the life is being filled in. False: it has been, perhaps by another process. */
export async function claimFill(tx: Tx): Promise<boolean> {
  const outcome = await tx
    .insertInto("demo_marks")
    .values({ kind: "fill", id: "1" })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(outcome.numInsertedOrUpdatedRows) === 1;
}

export async function getDemoOffer(db: Queries, days: { from: string; to: string }): Promise<DemoOffer> {
  const { services, therapists } = await getCatalogue(db);
  const working = await getWorkingTime(db, { therapistIds: therapists.map(({ id }) => id), ...days });
  const slugOf = new Map(therapists.map(({ id, slug }) => [id, slug]));
  return {
    therapists: therapists.map(({ id, slug }) => ({ slug, ...(working.get(id) ?? { weekly: [], exceptions: [] }) })),
    services: services
      .filter(({ booking }) => booking === "online")
      .map(({ slug, lengths, bufferAfter, therapistIds }) => ({
        slug,
        lengths: lengths.map(({ minutes }) => minutes),
        pause: bufferAfter,
        therapists: therapistIds.map((id) => slugOf.get(id) ?? ""),
      })),
  };
}

export async function markAsDemo(tx: Tx, kind: DemoKind, ids: Iterable<string>): Promise<void> {
  const rows = [...new Set(ids)].map((id) => ({ kind, id }));
  for (let at = 0; at < rows.length; at += MARKED_AT_ONCE) {
    const some = rows.slice(at, at + MARKED_AT_ONCE);
    await tx
      .insertInto("demo_marks")
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function clientsOfAppointments(tx: Tx, ids: ReadonlySet<string>): Promise<string[]> {
  const rows = await tx
    .selectFrom("appointments")
    .select(["id", "client_id"])
    .where("client_id", "is not", null)
    .execute();
  return rows.filter(({ id }) => ids.has(id)).flatMap(({ client_id }) => client_id ?? []);
}

export async function closuresBy(tx: Tx, actor: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("audit")
    .select("subject_id")
    .where("actor", "=", actor)
    .where("action", "=", "closure.add")
    .execute();
  return rows.map(({ subject_id }) => subject_id);
}

/** Removes messages that were due before the demo's mails begin: old mails would only be many. */
export async function dropMailsDueBefore(tx: Tx, at: number): Promise<void> {
  await tx.deleteFrom("outbox").where("done_at", "is", null).where("run_at", "<=", at).execute();
}

export async function dropAllowances(tx: Tx): Promise<void> {
  await tx.deleteFrom("mail_allowances").execute();
}

export async function clientOfAddress(db: Queries, email: string): Promise<string | null> {
  const row = await db.selectFrom("clients").select("id").where("email", "=", email).executeTakeFirst();
  return row?.id ?? null;
}

/** The lower-case addresses of everybody who has booked or written. */
export async function listAddresses(db: Queries): Promise<string[]> {
  const clients = await db.selectFrom("clients").select("email").where("email", "is not", null).execute();
  const writers = await db.selectFrom("enquiries").select("email").where("email", "!=", "").execute();
  return [...clients, ...writers].flatMap(({ email }) => email?.toLowerCase() ?? []);
}
