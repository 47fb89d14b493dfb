import assert from "node:assert/strict";
import { sql } from "kysely";
import { verifyRecords } from "#app/health/note-chain.server.ts";
import { verifyKeys } from "#app/health/verify-keys.server.ts";
import { verifyLedger } from "#app/payments/verify-ledger.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { getMoneyReport } from "#app/reports/get-money-report.server.ts";
import { getReport } from "#app/reports/get-report.server.ts";
import { periodFrom } from "#app/reports/period.ts";
import type { Split } from "#app/reports/report-totals.ts";
import { type Done, OWNER, ZONE } from "#tests/proof/season/acts.ts";
import type { PastVisit } from "#tests/support/past-visits.ts";
import { slowTally } from "#tests/support/slow-report.ts";
import { unsoundness } from "#tests/support/soundness.ts";

/** A promise, how much of it was looked at, and what did not hold. */
export type Finding = { promise: string; looked: number; faults: string[] };
type Seen = {
  /** What each press said, in order. */
  done: readonly Done[];
  /** The Message-IDs of what a mail server took. */
  mails: readonly string[];
  kills: number;
  /** What the provider has kept, in pence. */
  keptPence: number;
  /** What banks took back there, and what it sent to the practice's bank. */
  disputes: readonly { id: string; status: string; moves: readonly { amount: number }[] }[];
  payouts: readonly { id: string; amount: number }[];
  days: { from: string; to: string };
};

/** Computes everything a second time from the rows, and compares it with what was said, sent, kept and reported. */
export async function judge(app: AppContext, seen: Seen): Promise<Finding[]> {
  return [
    await bookings(app, seen),
    await diary(app),
    await mails(app, seen),
    await ledger(app, seen),
    await provider(app, seen),
    await records(app),
    await erased(app),
    await appointmentReports(app, seen),
    await moneyReports(app, seen),
    await database(app),
  ];
}

async function bookings({ db }: AppContext, { done }: Seen): Promise<Finding> {
  const rows = await db.kysely.selectFrom("appointments").select(["id", "status", "source"]).execute();
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
  const booked = new Set(done.flatMap((one) => one.booked ?? []));
  const cancelled = new Set(done.flatMap((one) => one.cancelled ?? []));
  const faults = [...booked].filter((id) => !statusOf.has(id)).map((id) => `booking ${id} is lost`);
  for (const id of cancelled)
    if (statusOf.get(id) !== "Cancelled") faults.push(`${id} was cancelled and is ${statusOf.get(id)}`);
  const known = new Set([...booked, ...done.flatMap(({ held }) => held ?? [])]);
  for (const { id, source } of rows)
    if ((source === "website" || source === "api") && !known.has(id))
      faults.push(`${id} was booked by nobody, or twice`);
  for (const { kind } of done) if (kind.startsWith("BROKEN")) faults.push(kind);
  return { promise: "What was booked or cancelled is", looked: booked.size + cancelled.size, faults };
}

async function diary({ db }: AppContext): Promise<Finding> {
  // What is let go without its payment was never confirmed, and so never mailed.
  const { withoutMail: _unpaid, ...sound } = await unsoundness(db.kysely);
  const counts = Object.entries(sound);
  const faults = counts.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`);
  const { n } = await db.kysely
    .selectFrom("appointments")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return { promise: "No time is taken twice, and each has its claims", looked: Number(n), faults };
}

// Sent mails are forgotten after a while.
const KEPT_MS = 20 * 24 * 3_600_000;

async function mails({ db, clock }: AppContext, { mails: arrived, kills }: Seen): Promise<Finding> {
  const times = Map.groupBy(arrived, (id) => id);
  const twice = [...times.values()].reduce((all, { length }) => all + length - 1, 0);
  const outbox = db.kysely.selectFrom("outbox").select(["id", "kind", "last_error"]);
  const due = await outbox.where("done_at", "is", null).where("run_at", "<=", clock.now()).execute();
  const faults = due.map(({ kind, last_error }) => `${kind} was not sent: ${last_error ?? "it waits"}`);
  const sent = await db.kysely
    .selectFrom("mails")
    .select(["message_id", "subject"])
    .where("sent_at", "is not", null)
    .execute();
  for (const { message_id, subject } of sent) if (!times.has(message_id)) faults.push(`“${subject}” never came`);
  const booked = db.kysely.selectFrom("appointments").select(["id", "email"]).where("source", "in", ["website", "api"]);
  const told = new Set((await outbox.clearSelect().select("subject_id").execute()).map(({ subject_id }) => subject_id));
  const since = clock.now() - KEPT_MS;
  for (const { id, email } of await booked.where("status", "=", "Confirmed").where("created_at", ">", since).execute())
    if (email !== null && !told.has(id)) faults.push(`booking ${id} was confirmed by no mail`);
  // Between its sending and its row a process may die: then the same mail, with the same Message-ID, goes once more.
  if (twice > kills) faults.push(`${twice} mails went twice`);
  return { promise: "Each mail was sent, once", looked: times.size, faults };
}

async function ledger({ db }: AppContext, { keptPence }: Seen): Promise<Finding> {
  const { entries, fault } = await verifyLedger(db.kysely);
  const payments = await db.kysely.selectFrom("payments").select(["pence", "method"]).execute();
  const online = payments.filter(({ method }) => method === "online").reduce((all, { pence }) => all + pence, 0);
  const faults = fault ? [fault] : [];
  // What a bank took is taken out of the ledger once someone has decided about it.
  const taken = db.kysely
    .selectFrom("online_refunds")
    .select(({ fn }) => fn.sum<number>("amount").as("pence"))
    .where("provider_ref", "in", (all) => all.selectFrom("disputes").select("ref"));
  const own = online + Number((await taken.executeTakeFirst())?.pence ?? 0);
  if (own !== keptPence) faults.push(`£${own / 100} online, £${keptPence / 100} at the provider`);
  return { promise: "The ledger verifies, to what the provider keeps", looked: entries, faults };
}

async function provider({ db }: AppContext, { disputes, payouts }: Seen): Promise<Finding> {
  const rows = await db.kysely.selectFrom("disputes").select(["ref", "state", "taken_pence"]).execute();
  const stored = new Map(rows.map((row) => [row.ref, row]));
  const faults = disputes.flatMap(({ id, status, moves }) => {
    const { state = "missing", taken_pence = 0 } = stored.get(id) ?? {};
    const taken = Math.max(0, -moves.reduce((sum, { amount }) => sum + amount, 0));
    const said = { needs_response: "open", under_review: "answered" }[status] ?? status;
    return state === said && taken_pence === taken
      ? []
      : [`dispute ${id}: ${status} of ${taken}, ${state} of ${taken_pence}`];
  });
  const lines = await db.kysely
    .selectFrom("payouts")
    .leftJoin("payout_lines", "payout_lines.payout_id", "payouts.id")
    .select(["payouts.ref", "payouts.pence"])
    .select(({ fn }) => fn.sum<number>("payout_lines.pence").as("sum"))
    .select(({ fn }) => fn.sum<number>("payout_lines.fee_pence").as("fees"))
    .groupBy(["payouts.id", "payouts.ref", "payouts.pence"])
    .execute();
  const sent = new Map(lines.map((row) => [row.ref, row]));
  for (const { id, amount } of payouts) {
    const line = sent.get(id);
    const net = Number(line?.sum ?? 0) - Number(line?.fees ?? 0);
    if (line?.pence !== amount || net !== amount)
      faults.push(`payout ${id} of ${amount}: ${line?.pence}, lines ${net}`);
  }
  const promise = "What banks took and what was paid out is known to the penny";
  return { promise, looked: disputes.length + payouts.length, faults };
}

async function records(app: AppContext): Promise<Finding> {
  const keys = await verifyKeys(app);
  const { notes, faults } = await app.db.kysely.transaction().execute((tx) => verifyRecords(tx));
  const drafts = app.db.kysely.selectFrom("treatment_notes").select("id").where("state", "=", "draft");
  const late = await drafts.where("locks_at", "<", app.clock.now() - 2 * 3_600_000).execute();
  const all = [...(keys?.faults ?? ["no keys"]), ...faults, ...late.map(({ id }) => `note ${id} is still open`)];
  return { promise: "Every signed note verifies and opens", looked: notes, faults: all };
}

async function erased({ db }: AppContext): Promise<Finding> {
  const gone = await db.kysely.selectFrom("erasures").select("id").where("kind", "=", "client").execute();
  const faults: string[] = [];
  for (const { id } of gone) {
    const client = await db.kysely
      .selectFrom("clients")
      .select(["name", "email"])
      .where("id", "=", id)
      .executeTakeFirst();
    const visits = await db.kysely
      .selectFrom("appointments")
      .select("id")
      .where("client_id", "=", id)
      .where("email", "is not", null)
      .execute();
    if (client?.name || client?.email || visits.length > 0) faults.push(`client ${id} is still named`);
  }
  return { promise: "Nothing names who was erased", looked: gone.length, faults };
}

/** Rows as they stand, read without any of our own queries. */
async function visitsOf({ db }: AppContext): Promise<PastVisit[]> {
  const rows = await db.kysely
    .selectFrom("appointments as a")
    .leftJoin("attendances as t", "t.appointment_id", "a.id")
    .leftJoin("cancellations as c", "c.appointment_id", "a.id")
    .select(["a.id", "a.client_id", "a.starts_at", "a.minutes", "a.price_pence", "a.therapist_id", "a.service_id"])
    .select(["a.status", "a.source", "t.state", "c.at", "c.actor", "c.asked_by", "c.late"])
    .execute();
  return rows.map((row) => ({
    ...{ id: row.id, client: row.client_id, start: row.starts_at, minutes: row.minutes, pence: row.price_pence ?? 0 },
    ...{
      therapist: row.therapist_id,
      service: row.service_id,
      status: row.status,
      source: row.source,
      state: row.state,
    },
    cancelled:
      row.at === null
        ? null
        : {
            ...{ at: row.at, actor: row.actor ?? "", late: row.late === null ? null : row.late === 1 },
            askedBy: row.asked_by as "client" | "practice" | null,
          },
  }));
}

async function appointmentReports(app: AppContext, { days }: Seen): Promise<Finding> {
  const visits = await visitsOf(app);
  const slugs = await app.db.kysely
    .selectFrom("therapists")
    .select(["id", "slug"])
    .unionAll(app.db.kysely.selectFrom("services").select(["id", "slug"]))
    .execute();
  const idOf = new Map(slugs.map(({ id, slug }) => [slug, id]));
  const { changeNotice } = (await readPractice(app)).settings.bookingRules;
  const terms = { now: app.clock.now(), changeNotice, zone: ZONE };
  const faults: string[] = [];
  let looked = 0;
  const weeks: { from: string; to: string }[] = [days];
  for (let from = days.from; from < days.to; from = addDays(from, 28)) weeks.push({ from, to: addDays(from, 27) });
  for (const period of weeks) {
    const query = new URLSearchParams({ period: "dates", ...period });
    for (const split of ["therapist", "service"] as const satisfies Split[]) {
      const report = await getReport(app, OWNER, { periodOf: (today) => periodFrom(query, today), split });
      const { from, to } = report.now.part;
      const slow = (of: (visit: PastVisit) => boolean = () => true) => slowTally(visits, { from, to, ...terms, of });
      looked += 1 + report.lines.length;
      faults.push(...differing(`${from} to ${to}`, report.now.totals, slow()));
      for (const { value, totals } of report.lines) {
        faults.push(
          ...differing(
            `${from} to ${to}, ${value}`,
            totals,
            slow((visit) => visit[split] === idOf.get(value)),
          ),
        );
      }
    }
  }
  return { promise: "Reports of appointments equal a count of all rows", looked, faults };
}

function differing(what: string, reported: object, counted: object): string[] {
  try {
    assert.deepEqual(reported, counted);
    return [];
  } catch {
    return [`${what}: ${JSON.stringify(reported)}, counted ${JSON.stringify(counted)}`];
  }
}

async function moneyReports(app: AppContext, { days }: Seen): Promise<Finding> {
  const faults: string[] = [];
  let looked = 0;
  const payments = await app.db.kysely.selectFrom("payments").selectAll().execute();
  const closings = await app.db.kysely.selectFrom("day_closings").selectAll().execute();
  const period = periodFrom(new URLSearchParams({ period: "dates", ...days }), localDateOf(app.clock.now(), ZONE));
  for (const sellerId of ["1", "2"]) {
    const report = await getMoneyReport(app, OWNER, { period, sellerId });
    const own = payments.filter(({ seller_id, day }) => seller_id === sellerId && days.from <= day && day <= days.to);
    const sum = own.reduce((all, { pence }) => all + pence, 0);
    looked += own.length;
    if (report?.takenPence !== sum) faults.push(`seller ${sellerId}: reported ${report?.takenPence}, rows ${sum}`);
    const byDay = Map.groupBy(own, ({ day }) => day);
    for (const { label, pence } of report?.byDay ?? []) {
      const ofDay = (byDay.get(label) ?? []).reduce((all, one) => all + one.pence, 0);
      if (ofDay !== pence) faults.push(`seller ${sellerId}, ${label}: reported ${pence}, rows ${ofDay}`);
    }
  }
  for (const { seller_id, day, taken_pence } of closings) {
    const ofDay = payments.filter((one) => one.seller_id === seller_id && one.day === day);
    const sum = ofDay.reduce((all, { pence }) => all + pence, 0);
    looked += 1;
    if (sum !== taken_pence) faults.push(`closing of ${day}, seller ${seller_id}: ${taken_pence}, rows ${sum}`);
  }
  return { promise: "Reports of money equal the sum of all rows", looked, faults };
}

async function database({ db }: AppContext): Promise<Finding> {
  const promise = "The database is sound";
  if (db.engine === "postgres") return { promise, looked: 1, faults: [] };
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db.kysely);
  const faults = rows.map((row) => row.integrity_check).filter((said) => said !== "ok");
  return { promise, looked: 1, faults };
}
