import { enqueue } from "#app/mail/outbox.db.server.ts";
import { statusMail } from "#app/maintenance/site-status.mail.tsx";
import type { LineAbout, StatusLine, Verdict } from "#app/maintenance/status-line.ts";
import { emailDue, LINE_STATES } from "#app/maintenance/status-line.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { shortMoment } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import { takeErrors } from "#app/platform/log.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import type { Settings } from "#app/settings/settings.ts";

/** `moment`: an instant in words, in the practice's zone. */
export type CheckedAt = { now: number; settings: Settings; moment: (at: number) => string };

/** A line of Site status and how it is found out. Null leaves it out; one that throws is shown as not known. */
export type StatusCheck = LineAbout & { check: (app: AppContext, at: CheckedAt) => Promise<Verdict | null> };

const WEEK = 7 * 86_400_000;

/** Asks every check, and writes down what it found and since when. Emails the owner when that is due. */
export async function checkSite(app: AppContext, checks: readonly StatusCheck[]): Promise<void> {
  const now = app.clock.now();
  await storeErrors(app, now);
  const found = await askAll(app, checks, now);
  await app.db.kysely.transaction().execute(async (tx) => {
    // Two processes that check at one moment would each send the email.
    await lockForWriting(tx, "status");
    const before = new Map((await readRows(tx)).map((row) => [row.line, row]));
    const rows = found.map(({ about, verdict }) => {
      const known = before.get(about.id);
      const isSame = known?.state === verdict.state;
      return {
        ...{ line: about.id, title: about.title, state: verdict.state, words: verdict.words },
        figure: verdict.figure === undefined ? null : Math.round(verdict.figure),
        since: isSame ? known.since : now,
        checked_at: now,
        notified_at: known?.notified_at ?? null,
      };
    });
    const mailed = rows.map((row, index) => ({
      ...{ state: row.state, since: row.since, notifiedAt: row.notified_at },
      mailsItself: found[index]?.about.mailsItself ?? false,
    }));
    const due = emailDue(mailed, now);
    if (due) await enqueue(tx, [statusMail.message({ kind: statusMail.id, id: due }, { state: due })], now);
    await tx.deleteFrom("site_status").execute();
    const notified = (row: (typeof rows)[number]) =>
      due === "right" ? null : due === "wrong" && row.state === "wrong" ? now : row.notified_at;
    await tx
      .insertInto("site_status")
      .values(rows.map((row) => ({ ...row, notified_at: notified(row) })))
      .execute();
  });
}

/** What every check finds now, without writing it down. */
export async function askAll(app: AppContext, checks: readonly StatusCheck[], now: number) {
  const { settings } = await readPractice(app);
  const at: CheckedAt = { now, settings, moment: (instant) => shortMoment(instant, settings.bookingRules.zone) };
  const found = await Promise.all(
    checks.map(async ({ check, ...about }) => {
      const verdict = await check(app, at).catch((err): Verdict => {
        app.log.warn({ err, line: about.id }, "a line of the site's status could not be checked");
        return { state: "off", words: "We could not check this." };
      });
      return verdict === null ? [] : [{ about, verdict }];
    }),
  );
  return found.flat();
}

/** The lines as they were last found, in the order of the checks. */
export async function readStatus(db: Queries, checks: readonly StatusCheck[]): Promise<StatusLine[]> {
  const rows = new Map((await readRows(db)).map((row) => [row.line, row]));
  return checks.flatMap(({ check: _check, ...about }) => {
    const row = rows.get(about.id);
    if (!row) return [];
    const { state, words, since, checked_at: checkedAt } = row;
    return [{ ...about, state, words, since, checkedAt }];
  });
}

async function readRows(db: Queries) {
  const rows = await db.selectFrom("site_status").selectAll().execute();
  return rows.map((row) => ({ ...row, state: LINE_STATES.find((state) => state === row.state) ?? "off" }));
}

/** Errors of the log since the last time: what went wrong and the request's number, never whose it was. */
async function storeErrors({ db, log }: AppContext, now: number): Promise<void> {
  const errors = takeErrors(log);
  if (errors.length > 0) {
    const rows = errors.map(({ message, requestId }) => ({ id: newId(), at: now, message, request_id: requestId }));
    await db.kysely.insertInto("site_errors").values(rows).execute();
  }
  await db.kysely
    .deleteFrom("site_errors")
    .where("at", "<", now - WEEK)
    .execute();
}

/** The newest errors of the last day. */
export function listErrors(db: Queries, { now, most }: { now: number; most: number }) {
  return db
    .selectFrom("site_errors")
    .select(["id", "at", "message", "request_id as requestId"])
    .where("at", ">=", now - 86_400_000)
    .orderBy("at", "desc")
    .orderBy("id")
    .limit(most)
    .execute();
}
