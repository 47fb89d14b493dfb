import { lockClient } from "#app/clients/clients.db.server.ts";
import { asTreating, clientFor, logReasoned, ownClient, type Refused } from "#app/health/access.server.ts";
import { correctionRequest } from "#app/health/health.mail.tsx";
import { getWithdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import { healthState, openRecord } from "#app/health/record-key.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";

/** The words of a request, and of its answer. */
export const LONGEST_CORRECTION = 2_000;
const MOST_A_DAY = 5;
const DAY = 86_400_000;

/** What a client says is wrong in their record. `words` null: it can't be opened. */
export type Correction = {
  id: string;
  at: number;
  words: string | null;
  answer: { at: number; name: string; words: string | null } | null;
};

type Invalid = { kind: "invalid"; message: string };

/**
 * A client says what is wrong in their record. It stands in the list of openings, which nobody changes, and what it is
 * about stays as it was written.
 */
export async function requestCorrection(
  app: AppContext,
  { userId }: { userId: string },
  typed: string,
): Promise<{ kind: "sent" } | Invalid | Refused> {
  const clientId = await ownClient(app, userId);
  if (clientId === null) return { kind: "not-found" };
  if ((await healthState(app)) === "shut") return { kind: "shut" };
  const words = typed.replaceAll("\r\n", "\n").trim();
  const message = faultOf(words, "what is wrong");
  if (message) return { kind: "invalid", message };
  return app.db.kysely.transaction().execute(async (tx): Promise<{ kind: "sent" } | Invalid | Refused> => {
    if (!(await lockClient(tx, clientId)) || (await getWithdrawal(tx, clientId))) return { kind: "not-found" };
    const now = app.clock.now();
    const recent = await listCorrections(app, tx, clientId, now - DAY);
    const [last] = recent;
    // The same press once more: its first answer was lost on the way.
    if (last && !last.answer && last.words === words) return { kind: "sent" };
    if (recent.length >= MOST_A_DAY)
      return { kind: "invalid", message: "You have sent several today already. Add to it tomorrow, or call" };
    const user = await tx.selectFrom("users").select("name").where("id", "=", userId).executeTakeFirst();
    const by = { clientId, at: now, userId, name: user?.name ?? "The client" };
    if (!(await logReasoned(app, tx, { ...by, what: "correction", reason: words }))) return { kind: "not-found" };
    await enqueue(tx, [correctionRequest.message({ kind: "client", id: clientId }, { clientId })], now);
    return { kind: "sent" };
  });
}

/** Whoever treats the client answers, once: what they corrected, and where it stands, or why they did not. */
export async function answerCorrection(
  app: AppContext,
  actor: Actor,
  { clientId, id, typed }: { clientId: string; id: string; typed: string },
): Promise<{ kind: "saved" } | Invalid | Refused> {
  return asTreating(app, actor, async (tx, { userId, name, ...who }, now) => {
    const client = await clientFor(tx, { userId, name, ...who }, clientId, { named: false });
    if (!client || !(await lockClient(tx, clientId))) return { kind: "not-found" };
    const rows = await rowsOf(tx, clientId, await lastWithdrawal(tx, clientId));
    if (!rows.some((row) => row.what === "correction" && row.id === id)) return { kind: "not-found" };
    if (rows.some((row) => row.what === "correction-answer" && row.subjectId === id)) return { kind: "saved" };
    const words = typed.replaceAll("\r\n", "\n").trim();
    const message = faultOf(words, "your answer");
    if (message) return { kind: "invalid", message };
    const by = { clientId, at: now, userId, name, subjectId: id };
    const isLogged = await logReasoned(app, tx, { ...by, what: "correction-answer", reason: words });
    return isLogged ? { kind: "saved" } : { kind: "shut" };
  });
}

function faultOf(words: string, what: string): string | null {
  if (words === "") return `Enter ${what}`;
  return words.length > LONGEST_CORRECTION ? `Use ${LONGEST_CORRECTION} characters or fewer` : null;
}

/** All that a client asked to have corrected, the latest first. */
export async function listCorrections(
  app: AppContext,
  db: Queries,
  clientId: string,
  since = 0,
): Promise<Correction[]> {
  const rows = await rowsOf(db, clientId, since);
  const cells = rows.map(({ id, reason }) => ({
    cell: { table: "health_access", column: "reason", row: id },
    sealed: reason ?? "",
  }));
  const opened = rows.length > 0 ? await openRecord(app, db, clientId, cells) : [];
  const known = rows.map(({ reason: _, ...row }, at) => ({ ...row, words: (opened[at] ?? null) as string | null }));
  return known
    .filter(({ what }) => what === "correction")
    .map(({ id, at, words }) => {
      const answer = known.find((one) => one.what === "correction-answer" && one.subjectId === id);
      return { id, at, words, answer: answer ? { at: answer.at, name: answer.name, words: answer.words } : null };
    });
}

/** The same as the practice reads it: what was said before a withdrawal is frozen with the rest. */
export async function listCorrectionsToRead(app: AppContext, db: Queries, clientId: string): Promise<Correction[]> {
  return listCorrections(app, db, clientId, await lastWithdrawal(db, clientId));
}

async function lastWithdrawal(db: Queries, clientId: string): Promise<number> {
  const row = await db
    .selectFrom("health_withdrawals")
    .select((eb) => eb.fn.max("at").as("at"))
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return Number(row?.at ?? 0);
}

async function rowsOf(db: Queries, clientId: string, since: number) {
  return db
    .selectFrom("health_access")
    .select(["id", "at", "name", "what", "subject_id as subjectId", "reason"])
    .where("client_id", "=", clientId)
    .where("what", "in", ["correction", "correction-answer"])
    .where("at", ">", since)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
}
