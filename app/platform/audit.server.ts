import { sql } from "kysely";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { countListed } from "#app/platform/database/count-listed.server.ts";
import { fieldsOf } from "#app/platform/form-fields.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, may, type Permission } from "#app/platform/permissions.ts";

type AuditLine = {
  at: number;
  actor: string;
  action: string;
  subject: { kind: string; id: string };
  detail?: Record<string, string | number | null>;
};

export async function writeAudit(tx: Tx, ...lines: readonly AuditLine[]): Promise<void> {
  const rows = lines.map(({ at, actor, action, subject, detail = {} }) => ({
    id: newId(),
    at,
    actor,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    detail: JSON.stringify(detail),
  }));
  if (rows.length > 0) await tx.insertInto("audit").values(rows).execute();
}

const LONGEST = 60;
const MOST = 12;

/** What changed in a record, for its audit line: by field, the old value and the new one, shortened. */
export function differences(before: object, after: object): Record<string, string> {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => old[name] !== now[name]);
  return Object.fromEntries(
    changed.slice(0, MOST).map((name) => [name, `was ${inWords(old[name])}, now ${inWords(now[name])}`]),
  );
}

function inWords(value: string | undefined): string {
  if (!value) return "nothing";
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
}

/** One action by somebody. `at` is epoch ms UTC; `actor` as passed to `writeAudit`. */
export type AuditEntry = {
  id: string;
  at: number;
  actor: string;
  action: string;
  subject: { kind: string; id: string };
  detail: Record<string, string | number | null>;
};

/** Everything, one kind of record, one record, or what was done about who works here. */
type AuditFilter = { kind: string | null; subject: string | null; isOfPeople?: boolean };

export async function listAuditLog(
  db: Queries,
  { filter, from, limit }: { filter: AuditFilter; from: number; limit: number },
): Promise<AuditEntry[]> {
  const rows = await about(db, filter)
    .selectAll()
    .orderBy("at", "desc")
    .orderBy("id")
    .offset(from)
    .limit(limit)
    .execute();
  return rows.map(({ id, at, actor, action, subject_kind, subject_id, detail }) => ({
    id,
    at,
    actor,
    action,
    subject: { kind: subject_kind, id: subject_id },
    detail: detailFrom(detail),
  }));
}

export async function countAuditLog(db: Queries, filter: AuditFilter): Promise<number> {
  return countListed(db, about(db, filter).select("id"));
}

/** Whether there is any such line. */
export async function hasAuditLog(db: Queries, filter: AuditFilter): Promise<boolean> {
  return (await about(db, filter).select("id").limit(1).execute()).length > 0;
}

function about(db: Queries, { kind, subject, isOfPeople }: AuditFilter) {
  return db
    .selectFrom("audit")
    .$if(kind !== null, (query) => query.where("subject_kind", "=", kind))
    .$if(subject !== null, (query) => query.where("subject_id", "=", subject))
    .$if(isOfPeople === true, (query) => query.where(sql<boolean>`substr(action, 1, 6) = 'staff.'`));
}

/** A damaged detail must not break the page. */
function detailFrom(text: string): AuditEntry["detail"] {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed !== null && typeof parsed === "object" ? (parsed as AuditEntry["detail"]) : {};
  } catch {
    return {};
  }
}

type Subject = { kind: string; id: string };

export type Changing = {
  tx: Tx;
  /** Epoch ms UTC. */
  now: number;
  /** Writes the audit line and invalidates the public pages. Call it once, after the writes. */
  noted: (action: string, subject: Subject, detail?: Record<string, string | number | null>) => Promise<void>;
};

/** Runs one change with its audit line in one transaction. Refuses who may not make it before it begins. */
export async function change<Outcome extends { kind: string }>(
  app: AppContext,
  actor: Actor,
  permission: Permission,
  work: (changing: Changing) => Promise<Outcome>,
): Promise<Outcome | { kind: "forbidden" }> {
  if (!may(actor, ...permission)) return { kind: "forbidden" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx) => {
    const noted: Changing["noted"] = async (action, subject, detail) => {
      await writeAudit(tx, { at: now, actor: actorName(actor), action, subject, ...(detail && { detail }) });
      await raiseContentVersion(tx, now);
    };
    return work({ tx, now, noted });
  });
}
