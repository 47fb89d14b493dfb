import { existsSync } from "node:fs";
import { readdir, statfs } from "node:fs/promises";
import { connect } from "node:tls";
import { sql } from "kysely";
import { ADAPTER_NAMES } from "#app/adapters/adapter.ts";
import { getAdapter, listAdapters } from "#app/adapters/adapters.db.server.ts";
import { serverInUse } from "#app/mail/server/mail-server-in-use.server.ts";
import { getBackupFacts } from "#app/maintenance/backups.jobs.server.ts";
import type { StatusCheck } from "#app/maintenance/site-status.server.ts";
import type { Verdict } from "#app/maintenance/status-line.ts";
import { readUpdates } from "#app/maintenance/updates.server.ts";
import { madeAt } from "#app/platform/backup/backup-name.ts";
import { LEAST_FREE } from "#app/platform/data-folder.server.ts";
import { listRuns } from "#app/platform/timer.server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const good = (words: string, figure?: number): Verdict => ({
  state: "good",
  words,
  ...(figure !== undefined && { figure }),
});
const wrong = (words: string, figure?: number): Verdict => ({ ...good(words, figure), state: "wrong" });
const todo = (words: string): Verdict => ({ state: "todo", words });
const off = (words: string): Verdict => ({ state: "off", words });

export const backupsCheck: StatusCheck = {
  id: "backups",
  group: "Your data",
  title: "Backups",
  fix: { to: "/admin/settings/backups", label: "Set up backups" },
  mailsItself: true,
  async check({ db, config, clock }, { settings: { backups }, moment }) {
    if (!backups.place || !backups.recipient) return backupsHere(config.backupDir, moment);
    const { sent, rehearsed } = await getBackupFacts(db.kysely);
    const adapter = await getAdapter(db.kysely, "backups");
    if (adapter && adapter.state !== "ok") return wrong(adapter.fault ?? "The last backup failed.");
    if (!sent) return good("The first backup leaves within a few minutes.");
    const tried = rehearsed ? `A restore was tried on ${moment(rehearsed.at)}.` : "A restore is tried tonight.";
    return good(`The last backup left on ${moment(sent.at)}. ${tried}`, (clock.now() - sent.at) / 1000);
  },
};

async function backupsHere(folder: string | null, moment: (at: number) => string): Promise<Verdict> {
  const names = folder ? await readdir(folder).catch(() => []) : [];
  const last = Math.max(0, ...names.map((name) => madeAt(name) ?? 0));
  if (last === 0) return todo("No backup leaves this machine yet. If its disk breaks, every booking is lost with it.");
  return todo(`The last one, of ${moment(last)}, is on this machine only. If its disk breaks, both are lost.`);
}

export const diskCheck: StatusCheck = {
  id: "disk",
  group: "Your data",
  title: "Disk",
  fix: null,
  async check({ config }) {
    const { bavail, bsize, blocks } = await statfs(config.dataDir);
    return diskVerdict({ free: bavail * bsize, size: blocks * bsize });
  },
};

const GB = 1_000_000_000;

/** How full the disk is; wrong when bookings are in danger. Sizes in bytes. */
export function diskVerdict({ free, size }: { free: number; size: number }): Verdict {
  const inGb = (bytes: number) => (bytes / GB).toFixed(bytes < 10 * GB ? 1 : 0).replace(/\.0$/, "");
  const words = `${inGb(size - free)} of ${inGb(size)} GB used.`;
  if (free >= Math.max(LEAST_FREE, size / 20)) return { state: "good", words, figure: free };
  const uploads = free < LEAST_FREE ? " Nothing can be uploaded meanwhile." : "";
  return {
    state: "wrong",
    words: `${words} Only ${inGb(free)} GB are free: delete what is not needed, or get a larger disk, before bookings fail.${uploads}`,
    figure: free,
  };
}

export const databaseCheck: StatusCheck = {
  id: "database",
  group: "Your data",
  title: "Database",
  fix: null,
  async check({ db }) {
    const { rows } =
      db.engine === "sqlite"
        ? await sql<{
            bytes: number;
          }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(db.kysely)
        : await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db.kysely);
    const bytes = Number(rows[0]?.bytes ?? 0);
    const name = db.engine === "sqlite" ? "SQLite" : "PostgreSQL";
    return good(`${name} answers. It holds ${Math.max(1, Math.round(bytes / 1_000_000))} MB.`, bytes);
  },
};

export const certificateCheck: StatusCheck = {
  id: "certificate",
  group: "Your clients reach you",
  title: "Certificate",
  fix: { to: "/admin/settings/address", label: "Site address" },
  async check({ config }, { now, moment }) {
    const { protocol, hostname, port, host } = new URL(config.publicUrl);
    if (protocol === "http:") {
      const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
      if (isHere) return off("The site runs at an address of this machine, which needs none.");
      return wrong(`${host} is reached without encryption: passwords can be read on the way.`);
    }
    const found = await readCertificate(hostname, port === "" ? 443 : Number(port));
    if (typeof found === "string") return wrong(`${host} could not be reached from here: ${found}.`);
    const left = found.until - now;
    if (found.fault) return wrong(`Browsers refuse the certificate of ${host}: ${found.fault}.`, left / 1000);
    if (left < 14 * DAY)
      return wrong(`${host} has one until ${moment(found.until)}, which was not renewed.`, left / 1000);
    return good(`${host} is safe until ${moment(found.until)}. It renews itself.`, left / 1000);
  },
};

/** When the certificate ends and what browsers say of it; or why there is none. */
function readCertificate(host: string, port: number): Promise<{ until: number; fault: string | null } | string> {
  return new Promise((resolve) => {
    // One that doesn't hold is read, too, to say why.
    const socket = connect({ host, port, servername: host, rejectUnauthorized: false, timeout: 5_000 }, () => {
      const { valid_to } = socket.getPeerCertificate();
      const fault = socket.authorized ? null : faultOf(socket.authorizationError);
      socket.destroy();
      resolve({ until: Date.parse(valid_to), fault });
    });
    socket.once("timeout", () => {
      socket.destroy();
      resolve("no answer within five seconds");
    });
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

function faultOf(error: Error | string | null): string {
  const code = String((error as { code?: string } | null)?.code ?? error);
  if (code === "CERT_HAS_EXPIRED") return "it is too old";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "it is for another address";
  if (/SELF_SIGNED|UNABLE_TO|ISSUER/.test(code)) return "they do not know who issued it";
  return code;
}

export const mailCheck: StatusCheck = {
  id: "mail",
  group: "Your clients reach you",
  title: "Email",
  fix: { to: "/admin/settings/mail-server", label: "Set up email" },
  async check(app, { now, settings, moment }) {
    const used = serverInUse(app, settings.mailServer);
    if (used.kind === "none") return todo("Email is not set up, so no client gets a confirmation.");
    if (used.kind === "shut") return wrong("We can’t read the saved password of the mail server. Enter it again.");
    const { waiting, oldest, refused } = await app.db.kysely
      .selectFrom("outbox")
      .select([
        sql<number>`coalesce(sum(case when failed_at is null and run_at <= ${now} then 1 else 0 end), 0)`.as("waiting"),
        sql<number | null>`min(case when failed_at is null then run_at end)`.as("oldest"),
        sql<number>`coalesce(sum(case when failed_at > ${now - 7 * DAY} then 1 else 0 end), 0)`.as("refused"),
      ])
      .where("done_at", "is", null)
      .where("channel", "=", "email")
      .executeTakeFirstOrThrow();
    const count = Number(waiting);
    if (oldest !== null && count > 0 && now - Number(oldest) > HOUR) {
      const said = count === 1 ? "1 email waits" : `${count} emails wait`;
      return wrong(`${said} since ${moment(Number(oldest))}: the mail server does not take them.`, count);
    }
    const last = await app.db.kysely
      .selectFrom("outbox")
      .select("done_at")
      .where("done_at", "is not", null)
      .where("channel", "=", "email")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst();
    const sent = last?.done_at ? `Last sent on ${moment(Number(last.done_at))}.` : "None was sent yet.";
    return good(`${sent} ${count} waiting, ${Number(refused)} refused this week.`, count);
  },
};

export const connectionsCheck: StatusCheck = {
  id: "connections",
  group: "Your clients reach you",
  title: "Connections",
  fix: { to: "/admin/settings", label: "Open settings" },
  mailsItself: true,
  async check({ db }, { moment }) {
    const all = (await listAdapters(db.kysely)).filter(({ name }) => name !== "backups" && name !== "mailbox");
    const failing = all.filter(({ state }) => state !== "ok");
    const names = (some: typeof all) => some.map(({ name }) => ADAPTER_NAMES[name]).join(", ");
    if (all.length === 0) return off("Nothing of another company is connected.");
    if (failing.length === 0) return good(`${names(all)}: no fault.`, 0);
    const since = moment(Math.min(...failing.map((one) => one.since)));
    return wrong(`${names(failing)}: not working since ${since}. ${failing[0]?.fault ?? ""}`.trim(), failing.length);
  },
};

export const jobsCheck: StatusCheck = {
  id: "jobs",
  group: "The machine",
  title: "Jobs",
  fix: null,
  async check(app, { moment }) {
    const runs = listRuns(app);
    if (runs.length === 0) return off("Jobs run in the site’s own process.");
    const failing = runs.filter(({ failedAt }) => failedAt !== null);
    const [first] = failing;
    if (!first) return good(`${runs.length === 1 ? "1 job" : `${runs.length} jobs`} ran without an error.`, 0);
    return wrong(
      `${failing.length} of ${runs.length} failed, first on ${moment(first.failedAt ?? 0)}: ${first.name}.`,
      failing.length,
    );
  },
};

export const errorsCheck: StatusCheck = {
  id: "errors",
  group: "The machine",
  title: "Errors",
  fix: null,
  async check({ db }, { now }) {
    const { errors } = await db.kysely
      .selectFrom("site_errors")
      .select((eb) => eb.fn.countAll<number>().as("errors"))
      .where("at", ">=", now - DAY)
      .executeTakeFirstOrThrow();
    const count = Number(errors);
    if (count === 0) return good("None in the last 24 hours.", 0);
    const words = `${count === 1 ? "1 error" : `${count} errors`} in the last 24 hours, listed below.`;
    // One page that failed once is worth a line here, and no email.
    return count < 10 ? good(words, count) : wrong(words, count);
  },
};

export const signInsCheck: StatusCheck = {
  id: "sign-ins",
  group: "The machine",
  title: "Sign-in attempts",
  fix: null,
  async check({ db, config }, { now }) {
    if (!config.rateLimits) return wrong("Limits are off (RATE_LIMITS): anyone may guess passwords without end.");
    const { hits } = await db.kysely
      .selectFrom("rate_limits")
      .select((eb) => eb.fn.sum<number | null>("hits").as("hits"))
      .where("key", "like", "%:from:%")
      .where("window_start", ">=", now - DAY)
      .executeTakeFirstOrThrow();
    const count = Number(hits ?? 0);
    return good(
      `${count} wrong ${count === 1 ? "attempt" : "attempts"} in the last 24 hours. Guessing is slowed down.`,
      count,
    );
  },
};

export const clockCheck: StatusCheck = {
  id: "clock",
  group: "The machine",
  title: "Clock",
  fix: null,
  async check({ db }, { now, moment }) {
    const row = await db.kysely
      .selectFrom("site_status")
      .select((eb) => eb.fn.max("checked_at").as("last"))
      .executeTakeFirst();
    const last = Number(row?.last ?? 0);
    if (last > now + MINUTE)
      return wrong(`It was ${moment(last)} before and is ${moment(now)} now: the clock went back.`);
    // What systemd-timesyncd leaves once a time server has answered.
    if (existsSync("/run/systemd/timesync/synchronized"))
      return good(`It is ${moment(now)}. A time server keeps it right.`);
    return off(`It is ${moment(now)} by this machine. We can’t tell whether a time server keeps it right.`);
  },
};

export const versionCheck: StatusCheck = {
  id: "version",
  group: "The machine",
  title: "Version",
  fix: { to: "/admin/settings/updates", label: "Open updates" },
  async check(app) {
    const { installed, newer } = await readUpdates(app);
    if (newer) return todo(`${newer.version} is out, and ${installed} is installed.`);
    return good(`${installed}, on Node ${process.versions.node}.`);
  },
};
