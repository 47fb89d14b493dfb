import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { reachFor, requireReach } from "#app/platform/permissions.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { instantsOf, type Period } from "#app/reports/period.ts";
import { reportCsv } from "#app/reports/report-csv.ts";
import { streamReportRows } from "#app/reports/report-rows.db.server.ts";

/** A period's appointments as CSV text, piece by piece. It writes an audit line. For the practice only. */
export async function exportReport(
  app: AppContext,
  actor: Actor,
  { periodOf, withNames }: { periodOf: (today: string) => Period; withNames: boolean },
): Promise<{ pieces: AsyncGenerator<string>; period: Period }> {
  const reach = requireReach(actor, "export", "figures");
  const db = app.db.kysely;
  const { zone, changeNotice } = (await readPractice(app)).settings.bookingRules;
  const when = { zone, now: app.clock.now() };
  const period = periodOf(localDateOf(when.now, zone));
  const { from, to } = period;
  await db.transaction().execute((tx) =>
    writeAudit(tx, {
      at: when.now,
      actor: actorName(actor),
      action: "report.export",
      subject: { kind: "appointments", id: "all" },
      detail: { from, to, names: withNames ? "with" : "without" },
    }),
  );
  const rows = streamReportRows(db, { ...when, changeNotice, within: instantsOf(period, zone), reach });
  const contacts = reachFor(actor, "see", "clients");
  return { pieces: reportCsv(rows, { withNames, contacts, when }), period };
}
