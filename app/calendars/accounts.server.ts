import { addAdapter } from "#app/adapters/adapters.db.server.ts";
import { calendarsFrom, sealPassword } from "#app/calendars/accounts.db.server.ts";
import { writeBusyTimes } from "#app/calendars/busy-times.db.server.ts";
import { type CalDavFault, type FoundCalendar, findCalendars } from "#app/calendars/caldav.gateway.server.ts";
import {
  type AccountCalendar,
  accountName,
  BY_PASSWORD,
  type CalendarAccount,
} from "#app/calendars/calendar-account.ts";
import type { AccountChoice, TypedAccount } from "#app/calendars/calendar-link.form.ts";
import { faultSentence } from "#app/calendars/calendar-link.ts";
import { noteFaults } from "#app/calendars/calendars.jobs.server.ts";
import { countAttempt, note, openedAddress, removeUnusedAdapter, sealAddress } from "#app/calendars/links.server.ts";
import { endSignIn, findAgain, listOthers } from "#app/calendars/open-account.server.ts";
import { readLink } from "#app/calendars/read-links.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { hashOf, newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

export const MOST_ACCOUNTS = 3;
const MOST_CALENDARS = 10;
const CHANGE = ["change", "calendars"] as const;
export const TOO_MANY = `You can connect ${MOST_ACCOUNTS} accounts. Disconnect one before you connect another.`;

type Account = Tables["calendar_accounts"];
type Link = Tables["calendar_links"];

// A letter first: a form takes a bare number for a place in a list.
const keyOf = (calendar: Pick<FoundCalendar, "url">) => `c${hashOf(calendar.url).slice(0, 12)}`;

/** One account within the actor's scope, with its calendars. */
export async function getAccount(app: AppContext, actor: Actor, id: string): Promise<CalendarAccount | null> {
  const row = await findAccount(app.db.kysely, actor, id);
  return row && accountFrom(app, row, await listLinksOf(app.db.kysely, id));
}

async function findAccount(db: Queries, actor: Actor, id: string): Promise<Account | null> {
  const row = await db.selectFrom("calendar_accounts").selectAll().where("id", "=", id).executeTakeFirst();
  return row && mayWith(actor, CHANGE, row.therapist_id) ? row : null;
}

function listLinksOf(db: Queries, id: string): Promise<Link[]> {
  return db
    .selectFrom("calendar_links")
    .selectAll()
    .where("account_id", "=", id)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
}

function accountFrom(app: AppContext, row: Account, links: readonly Link[]): CalendarAccount {
  const read = new Map(links.map((link) => [openedAddress(app, link), link.id]));
  const found = calendarsFrom(row);
  const calendars = found.map(
    (one): AccountCalendar => ({
      ...{ key: keyOf(one), name: one.name, writes: one.writes, reads: one.reads !== false },
      linkId: read.get(one.url) ?? null,
    }),
  );
  return {
    ...{ id: row.id, kind: row.kind, therapistId: row.therapist_id, name: row.name, username: row.username, calendars },
    writesTo: row.writes_to === null ? null : keyOf({ url: row.writes_to }),
    ...{ shows: row.shows, closesAfter: links[0]?.closes_after ?? null },
    ...{ fault: row.fault, faultSince: row.fault_since },
  };
}

type Refused = { kind: "invalid"; field: "server" | "password" | "username"; message: string };

/** Finds the calendars first: an account that can't be opened is not connected. Nothing blocks before some are chosen. */
export async function connectAccount(
  app: AppContext,
  actor: Actor,
  typed: TypedAccount,
): Promise<{ kind: "added"; id: string } | Refused | { kind: "not-found" }> {
  const { therapist: therapistId, provider, server, username, password } = typed;
  const isHere = (await readPractice(app)).therapists.some(({ id }) => id === therapistId);
  if (!isHere || !mayWith(actor, CHANGE, therapistId)) return { kind: "not-found" };
  if (!(await countAttempt(app, actor))) return refused("server", "Too many attempts. Try again in an hour.");
  const found = await findCalendars(app, { username, password }, server);
  if (found.kind === "fault") return refusedFor(found);
  if (found.calendars.length === 0) return refused("server", faultSentence("no-caldav"));
  return app.db.kysely.transaction().execute(async (tx) => {
    await lockForWriting(tx, "offer");
    const now = app.clock.now();
    const others = await listAccountsOf(tx, therapistId);
    if (others.some((other) => other.server === server && other.username === username))
      return refused("username", "These calendars are connected already.");
    if (others.length >= MOST_ACCOUNTS) return refused("username", TOO_MANY);
    const id = newId();
    await tx
      .insertInto("calendar_accounts")
      .values({
        ...{ id, kind: BY_PASSWORD, therapist_id: therapistId, name: accountName(provider, server), server, username },
        ...{ password: sealPassword(app, id, password), signed_in_at: null },
        calendars: JSON.stringify(found.calendars),
        ...{ writes_to: null, shows: "times", added_at: now, added_by: actorName(actor) },
        ...{ next_at: now, followed_at: now, cursor: null, fault: null, fault_since: null },
      })
      .execute();
    await addAdapter(tx, "calendars", now);
    await note(tx, { actor, now, therapistId, action: "calendar.connect" });
    return { kind: "added" as const, id };
  });
}

export function listAccountsOf(db: Queries, therapistId: string): Promise<Account[]> {
  return db.selectFrom("calendar_accounts").selectAll().where("therapist_id", "=", therapistId).execute();
}

function refused(field: Refused["field"], message: string): Refused {
  return { kind: "invalid", field, message };
}

function refusedFor({ fault }: CalDavFault): Refused {
  const isPassword = fault === "password";
  const message = isPassword
    ? "The server refuses this user name and password. Use an app password, and check the user name."
    : faultSentence(fault);
  return refused(isPassword ? "password" : "server", message);
}

/** Which calendars block online bookings, which one appointments go to, and what an event shows there. */
export async function chooseCalendars(
  app: AppContext,
  actor: Actor,
  { id, ...choice }: AccountChoice & { id: string },
): Promise<
  { kind: "changed" } | { kind: "invalid"; field: "reads" | "writesTo"; message: string } | { kind: "not-found" }
> {
  const before = await findAccount(app.db.kysely, actor, id);
  if (!before) return { kind: "not-found" };
  const listed = await listChosen(app, before, choice.reads);
  if (listed.kind === "fault") return { kind: "invalid", field: "reads", message: faultSentence(listed.fault) };
  const outcome = await app.db.kysely.transaction().execute(async (tx) => {
    await lockForWriting(tx, "offer");
    const row = await findAccount(tx, actor, id);
    if (!row) return { kind: "not-found" as const };
    const now = app.clock.now();
    const calendars = [...calendarsFrom(row), ...listed.calendars];
    const target = choice.writesTo === null ? null : calendars.find((one) => keyOf(one) === choice.writesTo);
    if (target === undefined || target?.writes === false)
      return {
        kind: "invalid" as const,
        field: "writesTo" as const,
        message: "Choose a calendar that you can write to",
      };
    const chosen = calendars.filter((one) => one.reads !== false && choice.reads.includes(keyOf(one)));
    if (chosen.length > MOST_CALENDARS)
      return {
        kind: "invalid" as const,
        field: "reads" as const,
        message: `Choose ${MOST_CALENDARS} calendars at most`,
      };
    const links = (await listLinksOf(tx, id)).map((link) => ({ ...link, url: openedAddress(app, link) }));
    const gone = links.filter(({ url }) => !chosen.some((one) => one.url === url));
    for (const link of gone) await removeLink(tx, { id: link.id, therapistId: row.therapist_id }, { actor, now });
    for (const one of chosen.filter(({ url }) => !links.some((link) => link.url === url)))
      await insertLink(app, tx, { row, calendar: one, closesAfter: choice.closesAfter, actor, now });
    await tx
      .updateTable("calendar_links")
      .set({ closes_after: choice.closesAfter })
      .where("account_id", "=", id)
      .execute();
    await tx
      .updateTable("calendar_accounts")
      .set({ writes_to: target?.url ?? null, shows: choice.shows, next_at: now, cursor: null })
      .set({ calendars: JSON.stringify(calendars.filter((one, nth) => isKept(row, one, nth) || chosen.includes(one))) })
      .where("id", "=", id)
      .execute();
    await note(tx, { actor, now, therapistId: row.therapist_id, action: "calendar.choose" });
    return { kind: "changed" as const };
  });
  // New ones block from now on, and not only when the job looks next.
  if (outcome.kind === "changed") await readDueOf(app, id);
  return outcome;
}

/** Those of a company that were not chosen before: their names are asked for again, as they are stored nowhere. */
async function listChosen(app: AppContext, row: Account, reads: readonly string[]) {
  const stored = calendarsFrom(row).map(keyOf);
  if (reads.every((key) => stored.includes(key))) return { kind: "found" as const, calendars: [] };
  const found = await listOthers(app, row);
  if (found.kind === "fault") return found;
  const isNew = (key: string) => reads.includes(key) && !stored.includes(key);
  return { kind: "found" as const, calendars: found.calendars.filter((one) => isNew(keyOf(one))) };
}

/** A server with a password lists its calendars here; of a company's the main one stands first, and one is ours. */
function isKept({ kind }: Account, { writes }: FoundCalendar, nth: number): boolean {
  return kind === BY_PASSWORD || writes || nth === 0;
}

/** The answers of the server are waited for: whoever chose sees whether each can be read. */
export async function readDueOf(app: AppContext, id: string): Promise<void> {
  const due = (await listLinksOf(app.db.kysely, id)).filter(({ next_at }) => next_at <= app.clock.now());
  for (const link of due) await readLink(app, link);
  if (due.length > 0) await noteFaults(app);
}

type Inserted = { row: Account; calendar: FoundCalendar; closesAfter: number | null; actor: Actor; now: number };

export async function insertLink(
  app: AppContext,
  tx: Tx,
  { row, calendar, closesAfter, actor, now }: Inserted,
): Promise<void> {
  const id = newId();
  await tx
    .insertInto("calendar_links")
    .values({
      ...{ id, account_id: row.id, therapist_id: row.therapist_id, name: calendar.name },
      address: sealAddress(app, id, calendar.url),
      ...{
        added_at: now,
        added_by: actorName(actor),
        next_at: now,
        read_at: now,
        etag: null,
        read_as: "",
        read_until: 0,
      },
      ...{ events: 0, skipped: 0, fault: null, fault_since: null, closes_after: closesAfter, is_closed: 0 },
    })
    .execute();
}

async function removeLink(
  tx: Tx,
  link: { id: string; therapistId: string },
  by: { actor: Actor; now: number },
): Promise<void> {
  for (const elsewhere of ["busy", "unknown"] as const) await writeBusyTimes(tx, { link, elsewhere, times: [] }, by);
  await tx.deleteFrom("calendar_links").where("id", "=", link.id).execute();
}

/** A new password, tried first. Everything that waited goes on at once. */
export async function changePassword(
  app: AppContext,
  actor: Actor,
  { id, password }: { id: string; password: string },
): Promise<{ kind: "changed" } | Refused | { kind: "not-found" }> {
  const row = await findAccount(app.db.kysely, actor, id);
  if (row?.kind !== "caldav") return { kind: "not-found" };
  return openAgain(app, actor, { row, password });
}

/**
 * Asks the server again which calendars it has. `others`: those of a company besides the stored ones, to choose from; null
 * if it does not let us see them.
 */
export async function listCalendarsAgain(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: "changed"; others?: AccountCalendar[] | null } | Refused | { kind: "not-found" }> {
  const row = await findAccount(app.db.kysely, actor, id);
  if (!row) return { kind: "not-found" };
  const outcome = await openAgain(app, actor, { row, password: null });
  const again = outcome.kind === "changed" && row.kind !== BY_PASSWORD && (await findAccount(app.db.kysely, actor, id));
  if (!again) return outcome;
  const found = await listOthers(app, again);
  if (found.kind === "fault" && found.fault === "not-allowed") return { kind: "changed", others: null };
  if (found.kind === "fault") return refusedFor(found);
  const stored = calendarsFrom(again).map(keyOf);
  const others = found.calendars.map((one) => ({ key: keyOf(one), name: one.name, writes: false, reads: true }));
  return {
    kind: "changed",
    others: others.filter(({ key }) => !stored.includes(key)).map((one) => ({ ...one, linkId: null })),
  };
}

/** `password`: a new one; null: the stored one opens. */
async function openAgain(app: AppContext, actor: Actor, { row, password }: { row: Account; password: string | null }) {
  if (!(await countAttempt(app, actor))) return refused("password", "Too many attempts. Try again in an hour.");
  const found =
    password === null
      ? await findAgain(app, row)
      : await findCalendars(app, { username: row.username, password }, row.server);
  if (found.kind === "fault") return refusedFor(found);
  await app.db.kysely.transaction().execute(async (tx) => {
    const now = app.clock.now();
    await storeFound(tx, row, { calendars: found.calendars, now });
    if (password !== null)
      await tx
        .updateTable("calendar_accounts")
        .set({ password: sealPassword(app, row.id, password) })
        .where("id", "=", row.id)
        .execute();
    if (password !== null) await note(tx, { actor, now, therapistId: row.therapist_id, action: "calendar.password" });
  });
  await readDueOf(app, row.id);
  await noteFaults(app);
  return { kind: "changed" as const };
}

/** An account that opens again: everything that waited goes on at once. */
export async function storeFound(
  tx: Tx,
  { id, kind, writes_to }: Account,
  { calendars, now }: { calendars: readonly FoundCalendar[]; now: number },
): Promise<void> {
  // After a sign-in our own calendar may have been deleted there, and another one made.
  const own = kind !== "caldav" && writes_to !== null ? calendars.find(({ writes }) => writes) : undefined;
  await tx
    .updateTable("calendar_accounts")
    .set({ calendars: JSON.stringify(calendars), next_at: now, cursor: null, fault: null, fault_since: null })
    .$if(own !== undefined, (query) => query.set({ writes_to: own?.url ?? null }))
    .where("id", "=", id)
    .execute();
  await tx.updateTable("calendar_links").set({ next_at: now }).where("account_id", "=", id).execute();
}

/**
 * Busy times go with it; appointments that stand in the calendar already stay there. `signIn`: whether it has ended at its
 * company too; null: there is none to end.
 */
export async function disconnectAccount(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: "removed"; signIn: SignInEnd | null } | { kind: "not-found" }> {
  const outcome = await app.db.kysely.transaction().execute(async (tx) => {
    await lockForWriting(tx, "offer");
    const row = await findAccount(tx, actor, id);
    if (!row) return { kind: "not-found" as const };
    const now = app.clock.now();
    const therapistId = row.therapist_id;
    for (const link of await listLinksOf(tx, id)) await removeLink(tx, { id: link.id, therapistId }, { actor, now });
    await tx.deleteFrom("calendar_accounts").where("id", "=", id).execute();
    await removeUnusedAdapter(tx);
    await note(tx, { actor, now, therapistId, action: "calendar.disconnect" });
    return { kind: "removed" as const, row };
  });
  if (outcome.kind === "not-found") return outcome;
  const end = await endSignIn(app, outcome.row);
  return { kind: "removed", signIn: end && { company: outcome.row.name, end } };
}

export type SignInEnd = { company: string; end: "ended" | "failed" | "by-hand" };
