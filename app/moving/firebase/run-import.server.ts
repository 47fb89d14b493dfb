import { readFile } from "node:fs/promises";
import { z } from "zod";
import { listHashKeys, writeHashKey } from "#app/accounts/passwords/hash-keys.db.server.ts";
import { signerKeyCell } from "#app/accounts/passwords/imported-hash.server.ts";
import type { ImportedHashKey } from "#app/accounts/passwords/imported-password.ts";
import { deleteProfiles } from "#app/moving/firebase/firebase-records.db.server.ts";
import { importAppointments } from "#app/moving/firebase/import-appointments.server.ts";
import { addUp, type ImportCounts, type ImportReport, noCounts } from "#app/moving/firebase/import-report.ts";
import { importUsers, storeProfiles } from "#app/moving/firebase/import-users.server.ts";
import { noteTry } from "#app/moving/firebase/last-try.db.server.ts";
import { storedAsInWords, storedAsOf } from "#app/moving/firebase/mapping.server.ts";
import { documentsIn, usersIn } from "#app/moving/firebase/read-export.server.ts";
import type { StoredAs } from "#app/moving/firebase/store-appointment.server.ts";
import { UnreadableExport } from "#app/moving/firebase/streamparser.gateway.server.ts";
import { type AppContext, joined, type Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { keyIdOf, readOrMakeSealingKey, readSealingKey, seal } from "#app/platform/encryption.server.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

/** The files of a move. `service` and the rest: as what appointments are stored; null: the first that is offered. */
export type Move = {
  users: string;
  hashConfig: string;
  documents: string | null;
  service: string | null;
  minutes: number | null;
  therapist: string | null;
  /** Told how many of a kind have been read. */
  onProgress?: (what: string, rows: number) => void;
};

type MoveOutcome = { kind: "moved"; report: ImportReport } | { kind: "refused"; message: string };

/**
 * Moves a Firebase project in. What an earlier run has stored is met again and left alone, so that one that was
 * interrupted goes on where it stopped.
 */
export async function moveIn(app: AppContext, move: Move): Promise<MoveOutcome> {
  try {
    return { kind: "moved", report: await moveAll(app, move) };
  } catch (error) {
    if (error instanceof UnreadableExport) return { kind: "refused", message: error.message };
    throw error;
  }
}

/** The same, and then everything is taken back: the report of what would happen, whose figures the owner sees. */
export async function tryMoveIn(app: AppContext, move: Move): Promise<MoveOutcome> {
  let outcome: MoveOutcome | null = null;
  try {
    await app.db.kysely.transaction().execute(async (tx) => {
      outcome = await moveIn({ ...app, db: joined(app.db, tx) }, move);
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  const result = outcomeOf(outcome);
  await within(app, (tx, at) => noteTry(tx, result.kind === "moved" ? result.report : { refused: result.message }, at));
  return result;
}

function outcomeOf(outcome: MoveOutcome | null): MoveOutcome {
  return outcome ?? { kind: "refused", message: "The dry run did not finish" };
}

class TakenBack extends Error {}

async function moveAll(app: AppContext, move: Move): Promise<ImportReport> {
  const key = readHashConfig(await textOf(move.hashConfig));
  if (key.kind === "refused") throw new UnreadableExport(key.message);
  const { service, minutes, therapist } = move;
  const storedAs = await storedAsOf(app, { service, minutes, therapist });
  const stored = await within(app, (tx, now) => storeHashKey(app, tx, { key: key.key, now }));
  if (stored.kind === "refused") throw new UnreadableExport(stored.message);
  const users = noCounts();
  const count = counting(move);
  if (move.documents) {
    for await (const documents of documentsIn(move.documents, "users")) {
      count("names", documents);
      await within(app, (tx, now) => storeProfiles(tx, documents, now));
    }
  }
  const keyId = hashKeyIdOf(key.key);
  for await (const batch of usersIn(move.users)) {
    count("accounts", batch);
    addUp(users, await within(app, (tx, now) => importUsers(tx, { users: batch, keyId, now })));
  }
  const strayProfiles = await deleteProfiles(app.db.kysely);
  const appointments = await moveAppointments(app, move, storedAs);
  const report = { users, appointments, strayProfiles, storedAs: storedAsInWords(storedAs) };
  await noteMove(app, report);
  return report;
}

/** Tells each kind's rows so far. */
function counting({ onProgress = () => {} }: Move): (what: string, batch: readonly unknown[]) => void {
  const rows = new Map<string, number>();
  return (what, batch) => {
    rows.set(what, (rows.get(what) ?? 0) + batch.length);
    onProgress(what, rows.get(what) ?? 0);
  };
}

async function moveAppointments(app: AppContext, move: Move, storedAs: StoredAs): Promise<ImportCounts> {
  const counts = noCounts();
  if (!move.documents) return counts;
  const count = counting(move);
  for await (const batch of documentsIn(move.documents, "appointments")) {
    count("appointments", batch);
    addUp(counts, await importAppointments(app, { documents: batch, storedAs }));
  }
  return counts;
}

function within<Outcome>(app: AppContext, work: (tx: Tx, now: number) => Promise<Outcome>): Promise<Outcome> {
  return app.db.kysely.transaction().execute((tx) => work(tx, app.clock.now()));
}

async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch(() => {
    throw new UnreadableExport("The file with the hash parameters is not there");
  });
}

async function noteMove(app: AppContext, { users, appointments }: ImportReport): Promise<void> {
  const detail = {
    users: users.added,
    appointments: appointments.added,
    review: users.review + appointments.review,
    leftOut: users.skipped + appointments.skipped,
  };
  await within(app, (tx, at) =>
    writeAudit(tx, {
      at,
      actor: "system",
      action: "import.firebase",
      subject: { kind: "import", id: newId() },
      detail,
    }),
  );
}

type StoreOutcome = { kind: "saved" } | { kind: "refused"; message: string };

/** The same parameters always have the same id, so that a second run of the import stores nothing new. */
function hashKeyIdOf({ signerKey, separator, rounds, memCost }: ImportedHashKey): string {
  return hashOf(JSON.stringify([signerKey, separator, rounds, memCost])).slice(0, 12);
}

/** Stores a project's hash parameters, the signer key sealed. No sealing key is made while anything is sealed by another. */
async function storeHashKey(
  app: AppContext,
  tx: Tx,
  { key, now }: { key: ImportedHashKey; now: number },
): Promise<StoreOutcome> {
  const stored = await listHashKeys(tx);
  const { mailServer, mailbox, emailjs, calendarApps } = (await readSettings(tx, app.log)).settings;
  const sealedElsewhere = [
    mailServer?.password ?? "",
    mailbox?.password ?? "",
    emailjs.privateKey,
    calendarApps.google.secret,
    calendarApps.microsoft.secret,
    ...stored.map(({ signer_key }) => signer_key),
  ].filter(Boolean);
  const found = readSealingKey(app.config);
  if (!found && sealedElsewhere.length > 0) {
    const by = keyIdOf(sealedElsewhere[0] ?? "");
    const message = `Bring the sealing key ${by} of the old data folder (or SEALING_KEY): this database holds secrets that it sealed`;
    return { kind: "refused", message };
  }
  const sealing = found ?? readOrMakeSealingKey(app.config);
  const id = hashKeyIdOf(key);
  await writeHashKey(tx, {
    ...{ id, separator: key.separator, rounds: key.rounds, mem_cost: key.memCost, created_at: now },
    signer_key: seal(sealing, signerKeyCell(id), key.signerKey),
  });
  return { kind: "saved" };
}

const BASE64 = /^[\w+/=-]+$/;

const hashConfig = z.object({
  algorithm: z.literal("SCRYPT", { error: "it names another algorithm than SCRYPT, Firebase’s own" }),
  signerKey: z.string({ error: "it has no base64_signer_key" }).regex(BASE64, "its signer key is not base64"),
  separator: z.string({ error: "it has no base64_salt_separator" }).regex(BASE64, "its separator is not base64"),
  rounds: z.coerce
    .number({ error: "it has no rounds" })
    .int("its rounds are no whole number")
    .min(1, "its rounds are below 1")
    .max(8, "its rounds are over 8: Firebase itself allows 8 at most"),
  memCost: z.coerce
    .number({ error: "it has no mem_cost" })
    .int("its mem_cost is no whole number")
    .min(1, "its mem_cost is below 1")
    .max(14, "its mem_cost is over 14: Firebase itself allows 14 at most"),
});

type HashConfigOutcome = { kind: "read"; key: ImportedHashKey } | { kind: "refused"; message: string };

/** Reads the password hash parameters: the console’s block of text, or the project’s configuration as JSON. */
export function readHashConfig(text: string): HashConfigOutcome {
  const read = hashConfig.safeParse(text.trim().startsWith("{") ? fromJson(text) : fromConsole(text));
  if (read.success) {
    const { signerKey, separator, rounds, memCost } = read.data;
    return { kind: "read", key: { signerKey, separator, rounds, memCost } };
  }
  return { kind: "refused", message: `The file with the hash parameters: ${read.error.issues[0]?.message}` };
}

function fromConsole(text: string): object {
  const found = [...text.matchAll(/(\w+)\s*:\s*([^\s,}]+)/g)].map(([, name = "", value = ""]) => [name, value]);
  const values: Record<string, string> = Object.fromEntries(found);
  return {
    algorithm: values.algorithm,
    signerKey: values.base64_signer_key,
    separator: values.base64_salt_separator,
    rounds: values.rounds,
    memCost: values.mem_cost,
  };
}

function fromJson(text: string): object {
  try {
    const { signIn, hashConfig: nested, ...bare } = JSON.parse(text);
    const found = signIn?.hashConfig ?? nested ?? bare;
    return {
      algorithm: found.algorithm,
      signerKey: found.signerKey ?? found.base64_signer_key,
      separator: found.saltSeparator ?? found.base64_salt_separator,
      rounds: found.rounds,
      memCost: found.memoryCost ?? found.memCost ?? found.mem_cost,
    };
  } catch {
    return {};
  }
}
