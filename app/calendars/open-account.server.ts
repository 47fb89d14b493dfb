import { calendarsFrom, openSecret, storeSecret } from "#app/calendars/accounts.db.server.ts";
import {
  type AppointmentCalendar,
  type CalendarCompany,
  caldavCalendar,
} from "#app/calendars/appointment-calendar.server.ts";
import {
  type CalDavFault,
  type FoundCalendar,
  findCalendars,
  type Session,
} from "#app/calendars/caldav.gateway.server.ts";
import type { Company } from "#app/calendars/calendar-account.ts";
import { google } from "#app/calendars/google.gateway.server.ts";
import { microsoft } from "#app/calendars/microsoft.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRegistered, type RegisteredApp } from "#app/settings/registered-app.server.ts";
import { nameOf } from "#app/settings/schemas/business.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

type Account = Tables["calendar_accounts"];

/** An account with its secret opened. `reads`: how its calendars are read. */
type Opened = {
  kind: "found";
  calendar: AppointmentCalendar;
  reads: { session: Session } | { company: CalendarCompany; token: string };
};

const SHUT: CalDavFault = { kind: "fault", fault: "shut", wait: null };

export const COMPANY_GATEWAYS: Record<Company, CalendarCompany> = { google, microsoft };

/** Opens an account for one look: after a sign-in, with a new access token. */
export async function openAccount(app: AppContext, account: Account): Promise<Opened | CalDavFault> {
  const secret = openSecret(app, account);
  if (secret === null) return SHUT;
  if (account.kind === "caldav") {
    const session = { username: account.username, password: secret };
    return { kind: "found", calendar: caldavCalendar(app, session), reads: { session } };
  }
  const registered = await readRegistered(app, account.kind);
  if (registered === null) return { kind: "fault", fault: "app-refused", wait: null };
  const company = COMPANY_GATEWAYS[account.kind];
  const fresh = await company.freshToken(app, registered, secret);
  if (fresh.kind === "fault") return withItsAge(fresh, account, app.clock.now());
  const { accessToken: token, refreshToken } = fresh.value;
  if (refreshToken !== null) await storeSecret(app, account, refreshToken);
  return { kind: "found", calendar: company.appointments(app, token), reads: { company, token } };
}

type FoundThere = { kind: "found"; calendars: FoundCalendar[] } | CalDavFault;

/** The calendars of an account as they are now. */
export async function findAgain(app: AppContext, account: Account): Promise<FoundThere> {
  const opened = await openAccount(app, account);
  if (opened.kind === "fault") return opened;
  const { reads } = opened;
  if ("session" in reads) return findCalendars(app, reads.session, account.server);
  return findAtCompany(app, reads, calendarsFrom(account));
}

/** The main calendar, the one of our own (that of `before`, or a new one), and the others that were chosen before. */
export async function findAtCompany(
  app: AppContext,
  { company, token }: { company: CalendarCompany; token: string },
  before: readonly FoundCalendar[],
): Promise<FoundThere> {
  const { business, bookingRules } = (await readPractice(app)).settings;
  const title = `${nameOf(business, app.config.publicUrl)}: appointments`.slice(0, 80);
  const own = ownIn(before);
  const found = await company.findCalendars(app, token, { title, zone: bookingRules.zone, before: own });
  if (found.kind === "fault") return found;
  const others = before.filter(({ url, writes }) => !writes && found.calendars.every((one) => one.url !== url));
  return { kind: "found", calendars: [...found.calendars, ...others] };
}

const ownIn = (calendars: readonly FoundCalendar[]) => calendars.find(({ writes }) => writes)?.url ?? null;

/** The other calendars at a company, by name: they are shown to choose from, and only those that are chosen are stored. */
export async function listOthers(app: AppContext, account: Account): Promise<FoundThere> {
  const opened = await openAccount(app, account);
  if (opened.kind === "fault") return opened;
  const { reads } = opened;
  if ("session" in reads) return { kind: "found", calendars: [] };
  return reads.company.listOthers(app, reads.token, ownIn(calendarsFrom(account)));
}

/** Ends the sign-in of an account that is no longer here, unless another therapist's is of the same person there. */
export async function endSignIn(app: AppContext, account: Account): Promise<"ended" | "failed" | "by-hand" | null> {
  if (account.kind === "caldav") return null;
  const { endSignIn: end } = COMPANY_GATEWAYS[account.kind];
  if (end === null) return "by-hand";
  const same = await app.db.kysely
    .selectFrom("calendar_accounts")
    .select("id")
    .where("kind", "=", account.kind)
    .where("username", "=", account.username)
    .executeTakeFirst();
  if (same) return null;
  const secret = openSecret(app, account);
  return secret !== null && (await end(app, secret)).kind === "ended" ? "ended" : "failed";
}

/** What the owner registered with this company, opened; null: none, or sealed by another machine. */
export async function readRegistered(app: AppContext, company: Company): Promise<RegisteredApp | null> {
  return openRegistered(app, (await readPractice(app)).settings.calendarApps, company);
}

/** A sign-in with Google that ends on its seventh day was made with an app in testing. */
function withItsAge(fault: CalDavFault, { kind, signed_in_at, fault_since }: Account, now: number): CalDavFault {
  if (kind !== "google") return fault;
  const age = (fault_since ?? now) - (signed_in_at ?? now);
  const isWeek = fault.fault === "signed-out" && age >= 6.5 * DAY_MS && age <= 8 * DAY_MS;
  return isWeek ? { ...fault, fault: "signed-out-week" } : fault;
}

/** How long to wait after a fault: as long as was asked for, or longer each time; an hour at most. */
export function waitAfter({ fault, wait }: Pick<CalDavFault, "fault" | "wait">, since: number, now: number): number {
  const own = fault === "too-fast" ? Math.max(10 * MINUTE_MS, now - since) : 0;
  return Math.min(wait === null ? own : wait * 1000, HOUR_MS);
}
