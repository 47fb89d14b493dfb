import type { Tx } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";

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
