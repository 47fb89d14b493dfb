import { sql } from "kysely";
import { countListed } from "#app/platform/database/count-listed.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

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
