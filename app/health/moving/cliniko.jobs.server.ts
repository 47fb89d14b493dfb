import type { Tallies } from "#app/health/moving/certificate.ts";
import { askCliniko, type ClinikoAnswer } from "#app/health/moving/cliniko.gateway.server.ts";
import {
  type ClinikoImport,
  claimDue,
  holdImport,
  keyCell,
  listStored,
  nextKind,
  writeImport,
} from "#app/health/moving/cliniko-imports.db.server.ts";
import { idOf, readPatient, readRecord } from "#app/health/moving/cliniko-wire.ts";
import { matchPatients, partNamesakes } from "#app/health/moving/match-patients.server.ts";
import { storeRecords } from "#app/health/moving/store-records.server.ts";
import { healthState } from "#app/health/record-key.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { readSealingKey, unseal } from "#app/platform/encryption.server.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

const EVERY = 2_000;
// Cliniko allows 200 calls a minute; others may use the same account meanwhile.
const AT_ONCE = 5;
const FORGET_EVERY = 3_600_000;
// Longer than a call and its page take; after a crash another process goes on when it has passed.
const LEASE = 60_000;
const MOST_FAILURES = 8;
const FIRST_PAUSE = 5_000;

const DAY = 24 * 3_600_000;
/** What no one finished goes with its key; of what is done, the names that were read go. */
export const KEPT_FOR = { unfinished: 7 * DAY, names: 30 * DAY };

/** Reads what was begun, in one process at a time, and forgets keys and names. Returns a function that stops it. */
export function startMovingIn(app: AppContext): () => Promise<void> {
  const worker = newId();
  let isStopped = false;
  const some = async () => {
    for (let calls = 0; calls < AT_ONCE && !isStopped; calls++) if (!(await moveSome(app, worker))) return;
  };
  const stops = [
    repeat(app, { every: EVERY, job: some, failed: "an import from Cliniko could not go on" }),
    repeat(app, { every: FORGET_EVERY, job: forgetImports, failed: "imports from Cliniko could not be forgotten" }),
  ];
  return async () => {
    isStopped = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Deletes what was begun and left, and the names of patients that a finished import has read. */
export async function forgetImports({ db, clock }: AppContext): Promise<void> {
  const now = clock.now();
  const old = db.kysely.selectFrom("cliniko_imports").select("id");
  const left = old.where("state", "<>", "done").where("created_at", "<=", now - KEPT_FOR.unfinished);
  const done = old.where("state", "=", "done").where("finished_at", "<=", now - KEPT_FOR.names);
  for (const some of [left, done])
    await db.kysely.deleteFrom("cliniko_patients").where("import_id", "in", some).execute();
  await db.kysely
    .deleteFrom("cliniko_imports")
    .where("state", "<>", "done")
    .where("created_at", "<=", now - KEPT_FOR.unfinished)
    .execute();
}

/** One call and what it brings, in one transaction with where it stands. False: nothing is due. */
export async function moveSome(app: AppContext, worker: string): Promise<boolean> {
  if ((await healthState(app)) !== "on") return false;
  const now = app.clock.now();
  const job = await claimDue(app.db.kysely, { worker, now, until: now + LEASE });
  if (!job) return false;
  const sealingKey = readSealingKey(app.config);
  const key = sealingKey && job.keySealed && unseal(sealingKey, keyCell(job.id), job.keySealed);
  if (!key) {
    await stop(app, job, "The key can’t be opened on this machine. Delete this import and enter the key again.");
    return false;
  }
  const { shard, contact, kind, cursor } = job;
  const answer = await askCliniko(app, { shard, key, contact, kind, after: cursor, now });
  if (answer.kind === "page") return takePage(app, { job, worker, page: answer });
  await pause(app, job, answer);
  return false;
}

type Page = Extract<ClinikoAnswer, { kind: "page" }>;
type Taking = { job: ClinikoImport; worker: string; page: Page };

async function takePage(app: AppContext, { job, worker, page }: Taking): Promise<boolean> {
  const last = lastIdIn(page, job.cursor);
  if (last === null) {
    await stop(app, job, "Cliniko answered in another order than we asked for, so nothing of this page was stored.");
    return false;
  }
  await app.db.kysely.transaction().execute(async (tx) => {
    if (!(await holdImport(tx, job, worker))) return;
    const tallies = await storePage(app, tx, job, page);
    const counts = { ...job.counts, [job.kind]: tallies };
    const kind = page.hasMore && page.items.length > 0 ? job.kind : nextKind(job.kind);
    if (kind !== job.kind && job.kind === "patients") {
      const parted = await partNamesakes(app, tx, job);
      counts.patients = { ...tallies, added: tallies.added - parted, unmatched: tallies.unmatched + parted };
    }
    const cursor = kind === job.kind ? last : "0";
    const next = { counts: JSON.stringify(counts), failures: 0, resume_at: app.clock.now() };
    if (kind !== null) await writeImport(tx, job.id, { ...next, kind, cursor });
    else await finish(app, tx, { ...job, counts });
  });
  return true;
}

/** The last id of a page whose ids rise from the cursor on; null: they do not. */
function lastIdIn({ items }: Page, cursor: string): string | null {
  let last = cursor;
  for (const item of items) {
    const id = idOf(item);
    if (id === null || BigInt(id) <= BigInt(last)) return null;
    last = id;
  }
  return last;
}

async function storePage(app: AppContext, tx: Tx, job: ClinikoImport, { items, total }: Page): Promise<Tallies> {
  const before = job.counts[job.kind];
  const tallies = { ...before, total: before.total ?? total, read: before.read + items.length };
  if (job.kind === "patients") {
    const patients = items.flatMap((item) => readPatient(item) ?? []);
    const added = await matchPatients(app, tx, { importId: job.id, patients });
    tallies.added += added;
    tallies.unmatched += patients.length - added;
    tallies.unreadable += items.length - patients.length;
    return tallies;
  }
  const { kind } = job;
  const records = items.flatMap((item) => readRecord(kind, item) ?? []);
  const stored = await storeRecords(app, tx, { job, records });
  for (const name of ["added", "known", "unmatched", "withdrawn", "blank"] as const) tallies[name] += stored[name];
  tallies.unreadable += items.length - records.length;
  return tallies;
}

/** Once all is counted, an owner decides; once all is stored, the key goes and the certificate stands. */
async function finish(app: AppContext, tx: Tx, job: ClinikoImport): Promise<void> {
  const now = app.clock.now();
  const counts = JSON.stringify(job.counts);
  const free = { claimed_by: null, claimed_until: 0, counts, failures: 0 };
  if (!job.stores) return writeImport(tx, job.id, { ...free, state: "waiting" });
  const digest = digestOf(await listStored(tx, job.id));
  await writeImport(tx, job.id, { ...free, state: "done", key_sealed: null, finished_at: now, digest });
  const subject = { kind: "import", id: job.id };
  const { treatment_notes: notes, patient_forms: forms } = job.counts;
  await writeAudit(tx, {
    ...{ at: now, actor: `admin:${job.actor}`, action: "import.cliniko", subject },
    detail: { notes: notes.added, forms: forms.added },
  });
}

/** One hash over all that an import stored, each by what it was there and its place in a client's chain here. */
function digestOf(stored: readonly { source: string; hash: string }[]): string {
  return hashOf(stored.map(({ source, hash }) => `${source} ${hash}`).join("\n"));
}

async function stop({ db }: AppContext, { id }: ClinikoImport, fault: string): Promise<void> {
  await writeImport(db.kysely, id, { state: "stopped", fault, claimed_by: null, claimed_until: 0 });
}

/** Waits as long as Cliniko asks, longer after each fault, and gives up after the eighth. */
async function pause(app: AppContext, job: ClinikoImport, answer: Exclude<ClinikoAnswer, Page>): Promise<void> {
  if (answer.kind === "refused") return stop(app, job, answer.words);
  const free = { claimed_by: null, claimed_until: 0 };
  if (answer.kind === "wait") return writeImport(app.db.kysely, job.id, { ...free, resume_at: answer.until });
  const failures = job.failures + 1;
  if (failures >= MOST_FAILURES) return stop(app, job, answer.words);
  const resume_at = app.clock.now() + FIRST_PAUSE * 2 ** (failures - 1);
  await writeImport(app.db.kysely, job.id, { ...free, failures, resume_at, fault: answer.words });
}
