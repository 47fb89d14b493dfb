import { changeImport, type ImportChanged, type ImportRefused, importRefusal } from "#app/health/access.server.ts";
import {
  type ClinikoImport,
  deleteUnfinished,
  FROM_THE_START,
  getClinikoImport,
  keyCell,
  listClinikoImports,
  listUnmatched,
  moveImport,
} from "#app/health/moving/cliniko-imports.db.server.ts";
import { readKey } from "#app/health/moving/cliniko-wire.ts";
import { openPatient } from "#app/health/moving/match-patients.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import { readOrMakeSealingKey, seal } from "#app/platform/encryption.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MOST_UNMATCHED = 200;

/** Someone of whom no record comes: their name there, and how many notes and forms they have. */
export type UnmatchedView = { name: string; reason: "unknown" | "several" | "missing"; records: number };

/** All imports, and of the latest the patients who are no clients here. */
export async function viewCliniko(
  app: AppContext,
  actor: Actor,
): Promise<{ kind: "found"; imports: ClinikoImport[]; unmatched: UnmatchedView[] } | ImportRefused> {
  const refused = await importRefusal(app, actor, "see");
  if (refused) return refused;
  const imports = await listClinikoImports(app.db.kysely);
  const [latest] = imports;
  const rows = latest ? await listUnmatched(app.db.kysely, latest.id, MOST_UNMATCHED) : [];
  const unmatched = rows.map((row) => ({
    ...{ name: openPatient(app, { importId: latest?.id ?? "", ...row }).name, records: row.records },
    reason: row.reason ?? "unknown",
  }));
  return { kind: "found", imports, unmatched };
}

/** A finished import, for its certificate. */
export async function viewCertificate(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: "found"; job: ClinikoImport } | ImportRefused> {
  const refused = await importRefusal(app, actor, "see");
  if (refused) return refused;
  const job = await getClinikoImport(app.db.kysely, id);
  return job?.state === "done" ? { kind: "found", job } : { kind: "not-found" };
}

/** Seals the key, and begins to count what is there. Nothing is stored before an owner has read the counts. */
export async function beginCliniko(
  app: AppContext,
  actor: Actor,
  typed: string,
): Promise<ImportChanged | { kind: "invalid"; message: string }> {
  const refused = await importRefusal(app, actor, "change");
  if (refused) return refused;
  const read = readKey(typed);
  if (!read) return { kind: "invalid", message: "Enter the API key as Cliniko shows it, with its end, like -uk1." };
  const contact = await contactOf(app, actor);
  return change(app, actor, ["change", "imports"], async ({ tx, now, noted }) => {
    const open = await tx.selectFrom("cliniko_imports").select("id").where("state", "<>", "done").executeTakeFirst();
    if (open)
      return { kind: "invalid" as const, message: "Another import has not finished. Finish or delete it first." };
    const id = newId();
    const keySealed = seal(readOrMakeSealingKey(app.config), keyCell(id), read.key);
    await tx
      .insertInto("cliniko_imports")
      .values({
        ...FROM_THE_START,
        ...{ id, state: "counting", stores: 0, shard: read.shard, key_sealed: keySealed, contact },
        ...{ actor: "userId" in actor ? actor.userId : actor.kind, created_at: now, finished_at: null },
        ...{ resume_at: now, fault: null, claimed_by: null, claimed_until: 0, digest: null },
      })
      .execute();
    await noted("import.cliniko-begin", { kind: "import", id }, { region: read.shard });
    return { kind: "changed" as const };
  });
}

/** Cliniko wants an address with each call: the practice's, or else the owner's. */
async function contactOf(app: AppContext, actor: Actor): Promise<string> {
  const { email } = (await readPractice(app)).settings.business;
  const user =
    "userId" in actor
      ? await app.db.kysely.selectFrom("users").select("email").where("id", "=", actor.userId).executeTakeFirst()
      : undefined;
  // A header takes no other letters.
  return (email || user?.email || "").replaceAll(/[^\x21-\x7e]/g, "");
}

/** Stores what was counted: everything is read again, as it is there by then. */
export function startCliniko(app: AppContext, actor: Actor, id: string): Promise<ImportChanged> {
  return changeImport(app, actor, async (tx, now) => {
    await tx.deleteFrom("cliniko_patients").where("import_id", "=", id).execute();
    const values = { ...FROM_THE_START, state: "running" as const, stores: 1, resume_at: now, fault: null };
    return moveImport(tx, { id, from: "waiting", values });
  });
}

/** Goes on where it stopped. */
export function resumeCliniko(app: AppContext, actor: Actor, id: string): Promise<ImportChanged> {
  return changeImport(app, actor, async (tx, now) => {
    const row = await tx.selectFrom("cliniko_imports").select("stores").where("id", "=", id).executeTakeFirst();
    const state = row?.stores === 1 ? ("running" as const) : ("counting" as const);
    return moveImport(tx, { id, from: "stopped", values: { state, failures: 0, fault: null, resume_at: now } });
  });
}

/** Ends an import and forgets its key and the names it has read. What it has stored stays. */
export function removeCliniko(app: AppContext, actor: Actor, id: string): Promise<ImportChanged> {
  return changeImport(app, actor, (tx) => deleteUnfinished(tx, id));
}
