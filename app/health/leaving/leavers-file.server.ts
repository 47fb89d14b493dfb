import { type Refused, whoTreats } from "#app/health/access.server.ts";
import { bundleFiles, makeLeaversBundle } from "#app/health/keeping/bundle.server.ts";
import type { Bundle } from "#app/health/keeping/bundle-file.ts";
import { destroyRecord, lockRecord } from "#app/health/keeping/destroy.db.server.ts";
import { onHoldSince } from "#app/health/keeping/hold.server.ts";
import {
  codeOf,
  type Departure,
  type DepartureClient,
  getDeparture,
  listDepartureClients,
  lockDeparture,
} from "#app/health/leaving/departures.db.server.ts";
import type { CertificateOfLeaving } from "#app/health/leaving/leaving.ts";
import { healthState } from "#app/health/record-key.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { writeErasures } from "#app/platform/backup/erasure-list.server.ts";
import { overwriteNow } from "#app/platform/database/overwrite-deleted.server.ts";
import { hashOf, newId, newReference } from "#app/platform/ids.server.ts";
import { type Actor, actorName, may, needsConfirmation } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type Leaver = { userId: string; name: string; departure: Departure; clients: DepartureClient[] };
type Barred = Refused | { kind: "unconfirmed" };

/** The leaver's own page: nobody else takes their file. `follow`: how many go along. */
export async function viewLeaversFile(
  app: AppContext,
  actor: Actor,
  therapistId: string,
): Promise<{ kind: "found"; name: string; state: "open" | "closed" | "finished"; follow: number } | Refused> {
  const leaver = await leaverOf(app, actor, therapistId);
  if ("kind" in leaver) return leaver;
  const { departure, clients, name } = leaver;
  const state = departure.finished_at !== null ? "finished" : departure.closed_at === null ? "open" : "closed";
  return { kind: "found", name, state, follow: followersOf(clients).length };
}

const followersOf = (clients: readonly DepartureClient[]) =>
  clients.filter(({ answer, withdrawal_id }) => answer === "follows" && withdrawal_id !== null);

async function leaverOf(app: AppContext, actor: Actor, therapistId: string): Promise<Leaver | Refused> {
  const state = await healthState(app);
  if (state === "off") return { kind: "not-found" };
  const db = app.db.kysely;
  const who = await whoTreats(db, actor);
  const departure = who?.therapistId === therapistId ? await getDeparture(db, therapistId) : null;
  if (!who || !departure) return { kind: "not-found" };
  if (state === "shut") return { kind: "shut" };
  return { userId: who.userId, name: who.name, departure, clients: await listDepartureClients(db, departure.id) };
}

async function takerOf(app: AppContext, actor: Actor, therapistId: string): Promise<Leaver | Barred> {
  const leaver = await leaverOf(app, actor, therapistId);
  if ("kind" in leaver) return leaver;
  if ("userId" in actor && needsConfirmation(actor)) return { kind: "unconfirmed" };
  const { closed_at, finished_at } = leaver.departure;
  return closed_at === null || finished_at !== null ? { kind: "not-found" } : leaver;
}

/** Makes the key that seals the file. It is returned once: the database has its hash. */
export async function makeFileKey(
  app: AppContext,
  actor: Actor,
  therapistId: string,
): Promise<{ kind: "made"; key: string } | Barred> {
  const leaver = await takerOf(app, actor, therapistId);
  if ("kind" in leaver) return leaver;
  // 160 bits: a ZIP's own way from a key to its cipher is short, so the key must not be guessed.
  const key = Array.from({ length: 4 }, newReference).join("-");
  await app.db.kysely
    .updateTable("departures")
    .set({ key_hash: hashOf(key), taken_at: null })
    .where("id", "=", leaver.departure.id)
    .execute();
  return { kind: "made", key };
}

/** `nth`: its number in the file, and in the certificate. */
type Taken = { nth: number; clientId: string; withdrawalId: string; bundle: Bundle };
export type LeaversFile = { kind: "made"; at: number; code: string; records: Taken[] };

/** What goes: each record of who follows, as it was closed. Written down for each client to read. */
export async function takeFile(
  app: AppContext,
  actor: Actor,
  { therapistId, key }: { therapistId: string; key: string },
): Promise<LeaversFile | { kind: "forbidden" } | Barred> {
  const leaver = await takerOf(app, actor, therapistId);
  if ("kind" in leaver) return leaver;
  const { departure, name, userId } = leaver;
  if (departure.key_hash !== hashOf(key)) return { kind: "forbidden" };
  const practice = (await readPractice(app)).settings.business.name;
  const about = { practice, takenAlongBy: name };
  return app.db.kysely.transaction().execute(async (tx) => {
    const now = app.clock.now();
    const records: Taken[] = [];
    for (const row of followersOf(await listDepartureClients(tx, departure.id))) {
      const [clientId, withdrawalId] = [row.client_id, row.withdrawal_id ?? ""];
      const opening = {
        client_id: clientId,
        at: now,
        user_id: userId,
        name,
        what: "taken-along",
        subject_id: clientId,
      };
      await tx
        .insertInto("health_access")
        .values({ id: newId(), ...opening, reason: null })
        .execute();
      const bundle = await makeLeaversBundle(app, tx, { clientId, withdrawalId, about });
      await tx.updateTable("departure_clients").set({ hash: bundle.last }).where("id", "=", row.id).execute();
      records.push({ nth: row.nth, clientId, withdrawalId, bundle });
    }
    await tx.updateTable("departures").set({ taken_at: now }).where("id", "=", departure.id).execute();
    return { kind: "made" as const, at: now, code: codeOf(app, departure), records };
  });
}

/** The pictures and papers of one record in the file. */
export function takenFiles(app: AppContext, { clientId, withdrawalId }: Taken) {
  return bundleFiles(app, { clientId, withdrawalId });
}

type Confirmed = { kind: "saved" } | { kind: "invalid"; message: string } | Barred;

/**
 * The leaver has opened the file: the code stands in it alone. What they took is destroyed here, in one transaction. A
 * record on hold stays, closed, until it is lifted and its day comes.
 */
export async function confirmFile(
  app: AppContext,
  actor: Actor,
  { therapistId, code }: { therapistId: string; code: string },
): Promise<Confirmed> {
  const leaver = await takerOf(app, actor, therapistId);
  if ("kind" in leaver) return leaver;
  const { departure, clients } = leaver;
  const isRight = departure.taken_at !== null && code.trim().toUpperCase() === codeOf(app, departure);
  if (!isRight) return { kind: "invalid", message: "Enter the code from the file “code.txt” in the latest download" };
  await app.db.kysely.transaction().execute(async (tx) => {
    const locked = await lockDeparture(tx, departure.id);
    if (!locked || locked.finished_at !== null) return;
    const now = app.clock.now();
    const taken = followersOf(clients).toSorted((a, b) => (a.client_id < b.client_id ? -1 : 1));
    for (const row of taken) await destroyTaken(tx, row, now);
    await tx.updateTable("departures").set({ finished_at: now }).where("id", "=", departure.id).execute();
    const subject = { kind: "therapist", id: therapistId };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "therapist.records-taken", subject });
  });
  await overwriteNow(app);
  await writeErasures(app);
  return { kind: "saved" };
}

async function destroyTaken(tx: Tx, { id, client_id: clientId, withdrawal_id }: DepartureClient, now: number) {
  await lockRecord(tx, clientId);
  if ((await onHoldSince(tx, clientId)) !== null) return;
  await destroyRecord(tx, { clientId, withdrawalId: withdrawal_id ?? "", now });
  await tx.updateTable("departure_clients").set({ gone_at: now }).where("id", "=", id).execute();
}

/** What became of the records that were a leaver's, for both sides. It names no client. */
export async function viewCertificate(
  app: AppContext,
  actor: Actor,
  therapistId: string,
): Promise<{ kind: "found"; certificate: CertificateOfLeaving } | { kind: "not-found" }> {
  const db = app.db.kysely;
  if ((await healthState(app)) === "off") return { kind: "not-found" };
  const isOwner = may(actor, "change", "settings");
  if (!isOwner && (await whoTreats(db, actor))?.therapistId !== therapistId) return { kind: "not-found" };
  const departure = await getDeparture(db, therapistId);
  const therapist = await db.selectFrom("therapists").select("name").where("id", "=", therapistId).executeTakeFirst();
  if (!departure || departure.finished_at === null || !therapist) return { kind: "not-found" };
  const rows = await listDepartureClients(db, departure.id);
  const kept = await db
    .selectFrom("health_withdrawals")
    .select(["id", "kept_until"])
    .where("departure_id", "=", departure.id)
    .execute();
  const { business, bookingRules } = (await readPractice(app)).settings;
  return {
    kind: "found",
    certificate: {
      practice: business.name,
      therapist: therapist.name,
      zone: bookingRules.zone,
      begunAt: departure.begun_at,
      closedAt: departure.closed_at,
      takenAt: departure.taken_at,
      finishedAt: departure.finished_at,
      records: rows.map(({ nth, answer, hash, gone_at, withdrawal_id }) => ({
        ...{ nth, answer, hash, goneAt: gone_at },
        keptUntil: kept.find(({ id }) => id === withdrawal_id)?.kept_until ?? null,
      })),
    },
  };
}
