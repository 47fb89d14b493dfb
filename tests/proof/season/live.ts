import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { insertUser } from "#app/accounts/users/create-admin.server.ts";
import { enqueueEveningLists, forgetHomeAddresses, linkSome } from "#app/appointments/appointments.jobs.server.ts";
import { releaseSome } from "#app/appointments/booking/booking.jobs.server.ts";
import { syncCalendars } from "#app/calendars/calendars.jobs.server.ts";
import { connectCalendar } from "#app/calendars/links.server.ts";
import { sendDigest } from "#app/diary/digest.jobs.server.ts";
import { addTherapist, setTherapistActive } from "#app/diary/stranded/therapists.server.ts";
import { applyForm } from "#app/health/form/versions.server.ts";
import { keepRecords } from "#app/health/keeping/retention.server.ts";
import { lockDueNotes } from "#app/health/notes.jobs.server.ts";
import { switchHealth } from "#app/health/switch.server.ts";
import { deliverDue } from "#app/mail/deliver-due.server.ts";
import { followMailServer } from "#app/mail/server/mail-server-in-use.server.ts";
import { renderers } from "#app/mails.server.ts";
import { installedVersion } from "#app/maintenance/updates.server.ts";
import { closeDay, sumsOfDay } from "#app/payments/close-day.server.ts";
import { followSchedule, noteFeeRule } from "#app/payments/fees.server.ts";
import { followOnline } from "#app/payments/online/online.jobs.server.ts";
import { saveTill } from "#app/payments/online/tills.server.ts";
import { checkLedgerIfDue } from "#app/payments/payments.jobs.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { makeBackup } from "#app/platform/backup/make-backup.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { addDays, instantOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { fillReportDays } from "#app/reports/report-days.jobs.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { settingSchemas } from "#app/settings/settings.ts";
import { runRounds } from "#app/waiting-list/rounds.server.ts";
import { switchWaitingList } from "#app/waiting-list/switch.server.ts";
import { forgetWaits } from "#app/waiting-list/waiting-list.jobs.server.ts";
import { openApp } from "#scripts/open-app.ts";
import { PRETEND_KEY, PRETEND_SIGNING_KEY } from "#scripts/pretend-stripe.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { killedAt } from "#tests/proof/killed-at.ts";
import {
  ACTS,
  type ActName,
  type Choice,
  type Done,
  FIRST_DAY,
  OWNER,
  type World,
  ZONE,
} from "#tests/proof/season/acts.ts";
import { plugIn } from "#tests/support/calendly/plugged-in.ts";
import { startCalendly } from "#tests/support/calendly/stand-in.ts";
import { takesPayments } from "#tests/support/options.ts";

// node tests/proof/season/live.ts prepare | backup DAY | rest DAY | wake DAY | FROM TO [WRITE] [ACT]: lives these days, counted
// from the season's first, and kills itself at that write, or after that act before it can say that it is done (0: never).
// JOURNAL says what was done, and what was under way.

const { JOURNAL = "", SEASON_SEED = "1", SEASON_CALENDAR = "", SEASON_BACKUPS = "" } = process.env;
const ACTS_A_DAY = 95;
const FLOAT = 20_000;

type Line =
  | { day: number; nth: number; name: ActName; at: number; choice: Choice }
  | { done: Done }
  | { day: number; over: true; version: string };

const [from = "prepare", to = "0", kill = "0", lastAct = "0"] = process.argv.slice(2);
let acts = 0;
const config = readConfig();
let now = 0;
/** Also for who stands outside of this process: a provider has the same clock. */
const setTime = (date: string, minute: number) => {
  now = instantOf(date, minute, ZONE);
  writeFileSync(`${JOURNAL}.time`, String(now));
};
setTime(FIRST_DAY, 6 * 60);
const opened = await openApp(config);
const clock = { now: () => now };
const plain: AppContext = { ...opened, clock };
const app = Number(kill) > 0 ? killedAt(plain, Number(kill)) : plain;
const calendly = await startCalendly();
try {
  if (from === "prepare") await prepare();
  else if (from === "backup") console.log(await backedUp(Number(to)));
  else if (from === "rest") await rest(Number(to));
  else if (from === "wake") await wake(Number(to));
  else for (let day = Number(from); day < Number(to); day++) await liveDay(day);
} finally {
  calendly.close();
  await opened.db.close();
}
process.exit(0);

async function prepare(): Promise<void> {
  await seedDemo(app);
  const db = app.db.kysely;
  const { settings } = await readSettings(db, app.log);
  await takesPayments(app, { online: true, ownSeller: "demo-tom-ellery" });
  await writeSetting(db, { key: "bookingRules", value: { ...settings.bookingRules, chargesLate: true }, now });
  const rule = { what: "amount", services: ["demo-deep-tissue-massage"], whenStopped: "unpaid" };
  const prepayment = settingSchemas.prepayment.parse(rule);
  await writeSetting(db, { key: "prepayment", value: prepayment, now });
  await writeSetting(db, {
    key: "moneyRules",
    value: { ...settings.moneyRules, leisure: ["demo-deep-tissue-massage"] },
    now,
  });
  await raiseContentVersion(db, now);
  await switchWaitingList(app, OWNER, true);
  for (const name of ["Nia Boateng", "Owen Pryce"]) await newTherapist(name);
  const therapists = await db.selectFrom("therapists").select(["id", "slug"]).execute();
  await db.transaction().execute(async (tx) => {
    await insertUser(tx, {
      id: "owner",
      email: "owner@season.example",
      name: "Owner",
      role: "admin",
      emailVerified: true,
      now,
    });
    for (const { id, slug } of therapists) {
      await insertUser(tx, {
        id: slug,
        email: `${slug}@season.example`,
        name: slug,
        role: "user",
        emailVerified: true,
        now,
      });
      const works = { state: "active", version: 1, at: now, actor: "system" } as const;
      await tx
        .insertInto("staff")
        .values({ ...works, user_id: slug, parts: '["therapist"]', therapist_id: id })
        .execute();
    }
  });
  await applyForm(app, OWNER, { revision: 0, signedBy: "Ada Admin" });
  await switchHealth(app, OWNER, true);
  const typed = { key: PRETEND_KEY, signingKey: PRETEND_SIGNING_KEY };
  const till = await saveTill(app, OWNER, { sellerId: "1", name: "stripe", typed, notifyOwners });
  if (till.kind !== "saved") throw new Error(JSON.stringify(till));
  const calendar = { address: SEASON_CALENDAR, name: "Private", closesAfter: null };
  const connected = await connectCalendar(app, OWNER, { therapistId: "demo-priya-sandhu", typed: calendar });
  if (connected.kind !== "added") throw new Error(JSON.stringify(connected));
  await plugIn(app, calendly);
  await noteFeeRule(app);
}

/** Who comes gives what everybody gives. */
async function newTherapist(name: string): Promise<void> {
  const added = await addTherapist(app, OWNER, { name, role: "Massage therapist", bio: "" });
  if (added.kind !== "added") throw new Error(added.kind);
  const db = app.db.kysely;
  const services = await db.selectFrom("services").select("id").execute();
  const rows = services.map(({ id }) => ({ service_id: id, therapist_id: added.id }));
  await db.insertInto("service_therapists").values(rows).execute();
  await raiseContentVersion(db, now);
}

async function backedUp(day: number): Promise<string> {
  setTime(addDays(FIRST_DAY, day - 1), 23 * 60 + 45);
  return makeBackup({ db: app.db, dataDir: config.dataDir }, { folder: SEASON_BACKUPS, now });
}

/** Until nothing is due: who compares rows afterwards finds those of the day. Its own pages take bookings from here on. */
async function rest(day: number): Promise<void> {
  for (let minute = 23 * 60 + 40; minute <= 23 * 60 + 55; minute += 5) {
    setTime(addDays(FIRST_DAY, day - 1), minute);
    await runJobs();
  }
  await scheduleBy("own");
}

async function wake(day: number): Promise<void> {
  setTime(addDays(FIRST_DAY, day - 1), 24 * 60 - 1);
  await scheduleBy("calendly");
}

async function scheduleBy(kind: "own" | "calendly"): Promise<void> {
  const { settings } = await readSettings(app.db.kysely, app.log);
  await writeSetting(app.db.kysely, { key: "scheduler", value: { ...settings.scheduler, kind }, now });
  await raiseContentVersion(app.db.kysely, now);
}

/** The same numbers for the same act, whatever was killed before it. */
function randomOf(...seeds: readonly (string | number)[]): (below: number) => number {
  let state = 2_166_136_261;
  for (const sign of seeds.join(" ")) state = Math.imul(state ^ sign.charCodeAt(0), 16_777_619) >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor(((state >>> 8) / 2 ** 24) * below);
  };
}

/** A day from what was left of it. */
async function liveDay(day: number): Promise<void> {
  const date = addDays(FIRST_DAY, day);
  const journal = readJournal(day);
  if (journal.isOver) return;
  const works = new Date(`${date}T12:00Z`).getUTCDay() !== 0;
  const many = works ? ACTS_A_DAY : 12;
  const minuteOf = (nth: number) => 8 * 60 + Math.floor((nth / many) * 12 * 60);
  for (let nth = journal.next; nth < many; nth++) {
    setTime(date, minuteOf(nth));
    if (nth % 12 === 0) await runJobs();
    const random = randomOf(SEASON_SEED, day, nth);
    const key = `season ${day} ${nth}`;
    const world: World = { app, calendly, random, key };
    const open = nth === journal.next ? journal.open : null;
    const name = open?.name ?? chosenName(random);
    const choice = open?.choice ?? (await ACTS[name].choose(world));
    if (!choice) continue;
    if (!open) write({ day, nth, name, at: now, choice });
    const done = await ACTS[name].press(world, choice as never);
    if (++acts === Number(lastAct)) process.kill(process.pid, "SIGKILL");
    write({ done: { act: name, ...done } });
  }
  setTime(date, 20 * 60 + 30);
  await runJobs();
  if (works) await closeTills(date);
  setTime(date, 23 * 60 + 30);
  await runNight(day);
  write({ day, over: true, version: installedVersion() });
}

function chosenName(random: (below: number) => number): ActName {
  const all = Object.entries(ACTS) as [ActName, { weight: number }][];
  const total = all.reduce((sum, [, { weight }]) => sum + weight, 0);
  let left = (random(10_000) / 10_000) * total;
  for (const [name, { weight }] of all) {
    left -= weight;
    if (left < 0) return name;
  }
  return "mark";
}

async function runJobs(): Promise<void> {
  while ((await releaseSome(app)) > 0);
  while ((await linkSome(app)) > 0);
  await syncCalendars(app);
  await followOnline(app);
  await noteFeeRule(app);
  await followSchedule(app);
  await runRounds(app);
  await sendMails();
}

async function sendMails(): Promise<void> {
  const source = followMailServer(app);
  const mailer = { renderers, worker: newId(), sent: new Set<string>(), transport: await source.current() };
  while ((await deliverDue(app, mailer)) > 0);
  source.close();
}

async function runNight(day: number): Promise<void> {
  await enqueueEveningLists(app);
  await sendDigest(app);
  while ((await lockDueNotes(app)) > 0);
  await keepRecords(app);
  await forgetWaits(app);
  while ((await forgetHomeAddresses(app)) > 0);
  await fillReportDays(app, async () => true);
  const verdict = await checkLedgerIfDue(app);
  if (verdict?.fault) throw new Error(verdict.fault);
  // Somebody goes for two weeks in every eight, and comes back.
  const week = Math.floor(day / 7);
  if (day % 7 === 6 && (week % 8 === 3 || week % 8 === 5)) {
    const who = await app.db.kysely
      .selectFrom("therapists")
      .select("id")
      .where("name", "=", "Owen Pryce")
      .executeTakeFirstOrThrow();
    const change = { therapistId: who.id, active: week % 8 === 5 };
    const warned = await setTherapistActive(app, OWNER, { ...change, accepted: [] });
    if (warned.kind === "strands")
      await setTherapistActive(app, OWNER, { ...change, accepted: warned.bookings.map(({ id }) => id) });
  }
  await sendMails();
}

async function closeTills(day: string): Promise<void> {
  for (const sellerId of ["1", "2"]) {
    const sums = await sumsOfDay(app.db.kysely, { sellerId, day });
    const counted = { card: sums.card.pence, cash: sums.cash.pence + FLOAT, voucher: sums.voucher.pence };
    const seenPence = Object.values(sums).reduce((all, { pence }) => all + pence, 0);
    const outcome = await closeDay(app, OWNER, { sellerId, day, counted, floatPence: FLOAT, sentence: "", seenPence });
    if (outcome.kind !== "closed" && outcome.kind !== "conflict") throw new Error(JSON.stringify(outcome));
  }
}

function write(line: Line): void {
  appendFileSync(JOURNAL, `${JSON.stringify(line)}\n`);
}

/** What of a day was done before: the number of the act to go on with, and its choice if it was under way. */
function readJournal(day: number) {
  const lines = existsSync(JOURNAL) ? readFileSync(JOURNAL, "utf8").split("\n").filter(Boolean) : [];
  let [next, isOver] = [0, false];
  let open: { name: ActName; choice: Choice } | null = null;
  for (const line of lines.map((text) => JSON.parse(text) as Line)) {
    if ("over" in line) isOver ||= line.day === day;
    else if ("done" in line) {
      if (open) next += 1;
      open = null;
    } else if (line.day === day) {
      next = line.nth;
      open = line;
    }
  }
  return { next, open, isOver };
}
