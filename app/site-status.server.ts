import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { listEnding } from "#app/health/keeping/retention.server.ts";
import { healthState } from "#app/health/record-key.server.ts";
import { checkSite, type StatusCheck } from "#app/maintenance/site-status.server.ts";
import {
  backupsCheck,
  certificateCheck,
  clockCheck,
  connectionsCheck,
  databaseCheck,
  diskCheck,
  errorsCheck,
  jobsCheck,
  mailCheck,
  signInsCheck,
  versionCheck,
} from "#app/maintenance/status-checks.server.ts";
import { getMailboxReadAt } from "#app/messages/mailbox.jobs.server.ts";
import { getStoppedAt } from "#app/payments/online/stopped-tills.server.ts";
import { getLedgerCheck } from "#app/payments/payments.jobs.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

/** Only where payments are taken: until then no page says a word of money. */
const ledgerCheck: StatusCheck = {
  id: "ledger",
  group: "Your data",
  title: "Payments",
  fix: { to: "/admin/settings/payments", label: "Open payments" },
  async check({ db }, { settings, moment }) {
    if (!settings.payments.on) return null;
    const last = await getLedgerCheck(db.kysely);
    if (!last) return { state: "good", words: "They are checked for the first time tonight." };
    if (last.fault) return { state: "wrong", words: `They differ from what was written: ${last.fault}` };
    const words = `All ${last.entries} entries agreed when they were checked on ${moment(last.at)}.`;
    return { state: "good", words, figure: last.entries };
  },
};

const WHILE_STOPPED = {
  unpaid: "Bookings that are paid first are taken without payment.",
  phone: "Bookings that are paid first are taken by phone only.",
};

/** Only where clients pay online. */
const tillsCheck: StatusCheck = {
  id: "tills",
  group: "Your clients reach you",
  title: "Card payments",
  fix: { to: "/admin/settings/payments/prepay", label: "Open payment when booking" },
  mailsItself: true,
  async check({ db }, { settings, moment }) {
    if (!settings.payments.online) return null;
    const stoppedAt = await getStoppedAt(db.kysely);
    if (stoppedAt === null) return { state: "good", words: "Clients can pay online." };
    const words = WHILE_STOPPED[settings.prepayment.whenStopped];
    return { state: "wrong", words: `Not working since ${moment(stoppedAt)}. ${words}` };
  },
};

/** Only where the practice’s mailbox is read. */
const mailboxCheck: StatusCheck = {
  id: "mailbox",
  group: "Your clients reach you",
  title: "Mailbox",
  fix: { to: "/admin/settings/mailbox", label: "Open mailbox" },
  mailsItself: true,
  async check({ db }, { settings, moment }) {
    if (settings.mailbox === null) return null;
    const readAt = await getMailboxReadAt(db.kysely);
    const last = readAt === null ? "Not read yet." : `Last read on ${moment(readAt)}.`;
    const adapter = await getAdapter(db.kysely, "mailbox");
    if (!adapter || adapter.state === "ok") return { state: "good", words: last };
    return { state: "wrong", words: `Not working since ${moment(adapter.since)}. ${adapter.fault ?? ""} ${last}` };
  },
};

/** Only where health records are kept. */
const healthCheck: StatusCheck = {
  id: "health",
  group: "Your data",
  title: "Health records",
  fix: { to: "/admin/settings/health", label: "Open health records" },
  async check(app, { settings }) {
    if (!settings.health.on) return null;
    if ((await healthState(app)) === "on") {
      const ending = (await listEnding(app.db.kysely)).length;
      const ends = ending === 1 ? " One record is destroyed" : ` ${ending} records are destroyed`;
      return { state: "good", words: `Their key is in place.${ending > 0 ? `${ends} within a month.` : ""}` };
    }
    return { state: "wrong", words: "Their key is missing or another one. Bring the file “health-key” back." };
  },
};

/** The lines of Site status, in the order of the page. A room adds its own here (decisions/0800). */
export const STATUS_CHECKS: readonly StatusCheck[] = [
  ...[backupsCheck, databaseCheck, ledgerCheck, healthCheck, diskCheck],
  ...[certificateCheck, mailCheck, mailboxCheck, connectionsCheck, tillsCheck],
  ...[jobsCheck, errorsCheck, signInsCheck, clockCheck, versionCheck],
];

const EVERY = 300_000;

export function startCheckingSite(app: AppContext): () => Promise<void> {
  return repeat(app, {
    every: EVERY,
    job: () => checkSite(app, STATUS_CHECKS),
    failed: "the site could not check itself",
  });
}
