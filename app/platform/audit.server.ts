import type { Tx } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";

type AuditLine = {
  at: number;
  actor: string;
  action: string;
  subject: { kind: string; id: string };
  detail?: Record<string, string | number | null>;
};

export async function writeAudit(tx: Tx, line: AuditLine): Promise<void> {
  await tx
    .insertInto("audit")
    .values({
      id: newId(),
      at: line.at,
      actor: line.actor,
      action: line.action,
      subject_kind: line.subject.kind,
      subject_id: line.subject.id,
      detail: JSON.stringify(line.detail ?? {}),
    })
    .execute();
}
