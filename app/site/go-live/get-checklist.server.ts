import { existsSync, readdirSync } from "node:fs";
import { listUnprotectedAdmins } from "#app/accounts/users/create-admin.server.ts";
import { hasFreeTime, type Known } from "#app/appointments/booking/free-times/next-free-time.server.ts";
import type { Catalogue } from "#app/catalogue/catalogue.db.server.ts";
import { serverInUse } from "#app/mail/server/mail-server-in-use.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { madeAt } from "#app/platform/backup/backup-name.ts";
import { isDue } from "#app/platform/backup/retention.ts";
import { dateInWords, localDateOf, localeMoment } from "#app/platform/date-time.ts";
import type { PracticeFacts } from "#app/practice/practice.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { hoursLines } from "#app/settings/schemas/hours.ts";
import { filmOf } from "#app/settings/schemas/videos.ts";
import type { Settings } from "#app/settings/settings.ts";
import { firstFreeTime } from "#app/site/go-live/book-test.server.ts";
import { checklistOf, type GoingLive, inShort } from "#app/site/go-live/checklist.ts";
import type { GoLiveFacts, LineGroup } from "#app/site/go-live/checklist-item.ts";
import { POLICIES } from "#app/site/go-live/choose-for-opening.server.ts";
import { getMailProblem } from "#app/site/go-live/try-mail-server.server.ts";
import { PAGES } from "#app/site/page-words.ts";
import { listWords } from "#app/site/words.server.ts";

const DAY = 86_400_000;

/** The checklist as it stands. `locale`: of whoever reads its times; `alternate`: weekdays of every second week. */
export async function getChecklist(
  app: AppContext,
  locale: string,
  alternate: Parameters<typeof hoursLines>[1] = [],
): Promise<LineGroup[]> {
  const firstOf = async () => {
    const next = await firstFreeTime(app);
    return next && localeMoment(next.start, next.zone, locale);
  };
  return checklistOf(await factsWith(app, firstOf, alternate));
}

/** The same in short, for the dashboard: it only asks whether there is a free time. */
export async function getGoingLive(app: AppContext): Promise<GoingLive & { isDemo: boolean }> {
  const facts = await factsWith(app, async (known) => ((await hasFreeTime(app, known)) ? "soon" : null));
  return { ...inShort(checklistOf(facts)), isDemo: facts.isDemo };
}

async function factsWith(
  app: AppContext,
  firstOf: (known: Known) => Promise<GoLiveFacts["first"]>,
  alternate: Parameters<typeof hoursLines>[1] = [],
): Promise<GoLiveFacts> {
  const db = app.db.kysely;
  const practice = await readPractice(app);
  const { settings } = practice;
  const { business, demo, goLive, bookingRules, pictures, look } = settings;
  const words = await listWords(db);
  return {
    business,
    isDemo: demo.shown && demo.ribbon,
    ownPages: words.filter(({ version }) => version > 0).map(({ page }) => PAGES[page].title),
    services: servicesIn(practice),
    working: practice.therapists.filter(({ id }) => practice.weekly[id]?.length).length,
    hours: {
      lines: hoursLines(settings.openingHours, alternate),
      saved: (practice.saved.openingHours?.version ?? 0) > 0,
    },
    first: await firstOf({ rules: bookingRules, catalogue: practice }),
    pictures: { own: Object.values(pictures).filter(Boolean).length, keepsDrawings: goLive.keepsDrawings },
    policies: policiesOf(words, settings),
    mail: await mailOf(app, practice),
    publicUrl: app.config.publicUrl,
    backups: backupsOf(app, settings),
    unprotected: await listUnprotectedAdmins(db),
    isTestBooked: goLive.testBookedAt !== null,
    films: filmsOf(settings),
    look: { hasLogo: look.logo !== null, isOwn: look.accent !== "oxide" || look.typeface !== "bricolage" },
  };
}

function servicesIn({ services, therapists }: Catalogue): GoLiveFacts["services"] {
  const names = new Map(therapists.map(({ id, name }) => [id, name]));
  return services
    .filter(({ booking }) => booking === "online")
    .map(({ title, lengths, therapistIds }) => ({
      title,
      prices: lengths.map(({ pricePence }) => pricePence),
      givers: therapistIds.flatMap((id) => names.get(id) ?? []),
    }));
}

function policiesOf(words: Awaited<ReturnType<typeof listWords>>, { goLive }: Settings): GoLiveFacts["policies"] {
  const versions = new Map(words.map(({ page, version }) => [page, version]));
  return POLICIES.map((page) => ({
    title: PAGES[page].title,
    read: goLive.policiesRead[page]?.version === versions.get(page),
  }));
}

async function mailOf(app: AppContext, { settings, saved }: PracticeFacts): Promise<GoLiveFacts["mail"]> {
  const { testMail } = settings.goLive;
  const { kind } = serverInUse(app, settings.mailServer);
  const savedAt = kind === "settings" ? (saved.mailServer?.at ?? 0) : 0;
  return {
    server: kind === "environment" || kind === "settings",
    to: testMail.to,
    isSent: testMail.sentAt !== null,
    // A link that was pressed before another server was saved tells nothing of that one.
    isPressed: testMail.pressedAt !== null && testMail.pressedAt >= savedAt,
    problem: testMail.code ? await getMailProblem(app.db.kysely, testMail.code) : null,
  };
}

function backupsOf(app: AppContext, { backups, bookingRules: { zone } }: Settings): GoLiveFacts["backups"] {
  const folder = app.config.backupDir;
  const names = folder && existsSync(folder) ? readdirSync(folder) : [];
  const last = names.flatMap((name) => madeAt(name) ?? []).sort((one, other) => other - one)[0];
  return {
    leaves: backups.place !== null && backups.recipient !== "",
    folder: folder !== null,
    last: last === undefined ? null : dateInWords(localDateOf(last, zone)),
    // One that is being made now is a day old.
    isFresh: !isDue(names, app.clock.now() - DAY / 2) || !isDue(names, app.clock.now()),
  };
}

function filmsOf({ videos, goLive: { showsFilms: ours } }: Settings): GoLiveFacts["films"] {
  return { count: videos.filter((video) => ours || filmOf(video).kind !== "clip").length, ours };
}
