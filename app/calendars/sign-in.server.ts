import { addAdapter } from "#app/adapters/adapters.db.server.ts";
import { calendarsFrom, sealPassword } from "#app/calendars/accounts.db.server.ts";
import {
  insertLink,
  listAccountsOf,
  MOST_ACCOUNTS,
  readDueOf,
  storeFound,
  TOO_MANY,
} from "#app/calendars/accounts.server.ts";
import { COMPANIES, type Company } from "#app/calendars/calendar-account.ts";
import { faultSentence } from "#app/calendars/calendar-link.ts";
import { noteFaults } from "#app/calendars/calendars.jobs.server.ts";
import { countAttempt, note } from "#app/calendars/links.server.ts";
import { COMPANY_GATEWAYS, findAtCompany, readRegistered } from "#app/calendars/open-account.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { newId, newSecret } from "#app/platform/ids.server.ts";
import { openState, sealState } from "#app/platform/outbound/oauth.server.ts";
import { actorName, mayWith, type Person } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const CHANGE = ["change", "calendars"] as const;

/** The page that a company sends therapists back to: the owner copies it into the registration there. */
export function redirectOf({ config }: Pick<AppContext, "config">, company: Company): string {
  return new URL(`/admin/diary/subscriptions/sign-in/${company}`, config.publicUrl).href;
}

type Begun = { company: Company; therapistId: string; verifier: string };

// Only who began a sign-in can end it: the seal opens for nobody else.
const cellOf = (actor: Person) => ({ table: "calendar_accounts", column: "state", row: actor.userId });

/** Where each of those therapists signs in; null: no app is registered here. Nothing is stored of it. */
export async function listSignIns(
  app: AppContext,
  actor: Person,
  { company, therapistIds }: { company: Company; therapistIds: readonly string[] },
): Promise<{ therapistId: string; url: string }[] | null> {
  const registered = await readRegistered(app, company);
  if (!registered) return null;
  const [{ clientId }, redirect] = [registered, redirectOf(app, company)];
  return therapistIds.flatMap((therapistId) => {
    const begun: Begun = { company, therapistId, verifier: newSecret() };
    const state = sealState(app, cellOf(actor), begun);
    const { verifier } = begun;
    // Whose registration opens has the key.
    return state === null
      ? []
      : { therapistId, url: COMPANY_GATEWAYS[company].signInUrl(app, { clientId, redirect, state, verifier }) };
  });
}

/** For whom the actor began to sign in; null: not they, or too long ago. */
export function readBegun(app: AppContext, actor: Person, state: string): Begun | null {
  const begun = openState<Begun>(app, cellOf(actor), state);
  return begun && mayWith(actor, CHANGE, begun.therapistId) ? begun : null;
}

export const SIGN_IN_ENDED = "This sign-in has ended. Sign in again.";

export type SignInOutcome =
  | { kind: "added" | "changed"; id: string }
  | { kind: "invalid"; message: string }
  | { kind: "not-found" };

/**
 * Connects what the company's page gave: the main calendar blocks from now on, and appointments go into a calendar of our own.
 * An account that is connected already opens again.
 */
export async function finishSignIn(
  app: AppContext,
  actor: Person,
  { company, state, code }: { company: Company; state: string; code: string },
): Promise<SignInOutcome> {
  const registered = await readRegistered(app, company);
  if (!registered) return { kind: "not-found" };
  const begun = readBegun(app, actor, state);
  if (begun?.company !== company || code === "") return { kind: "invalid", message: SIGN_IN_ENDED };
  const { therapistId, verifier } = begun;
  const isHere = (await readPractice(app)).therapists.some(({ id }) => id === therapistId);
  if (!isHere) return { kind: "not-found" };
  if (!(await countAttempt(app, actor))) return refused("Too many attempts. Try again in an hour.");
  const gateway = COMPANY_GATEWAYS[company];
  const back = { code, verifier, redirect: redirectOf(app, company) };
  const signedIn = await gateway.exchangeCode(app, registered, back);
  // A code that was used already, or is too old.
  if (signedIn.kind === "fault")
    return refused(signedIn.fault === "signed-out" ? SIGN_IN_ENDED : faultSentence(signedIn.fault));
  const others = await listAccountsOf(app.db.kysely, therapistId);
  const known = others.find(({ kind, username }) => kind === company && username === signedIn.email);
  const found = await findAtCompany(
    app,
    { company: gateway, token: signedIn.accessToken },
    known ? calendarsFrom(known) : [],
  );
  if (found.kind === "fault") return refused(faultSentence(found.fault));
  const { calendars } = found;
  const outcome = await app.db.kysely.transaction().execute(async (tx): Promise<SignInOutcome> => {
    await lockForWriting(tx, "offer");
    const now = app.clock.now();
    const stored = await listAccountsOf(tx, therapistId);
    const again = stored.find(({ kind, username }) => kind === company && username === signedIn.email);
    const id = again?.id ?? newId();
    const opened = { password: sealPassword(app, id, signedIn.refreshToken), signed_in_at: now };
    if (again) {
      await storeFound(tx, again, { calendars, now });
      await tx.updateTable("calendar_accounts").set(opened).where("id", "=", id).execute();
      await note(tx, { actor, now, therapistId, action: "calendar.sign-in" });
      return { kind: "changed", id };
    }
    if (stored.length >= MOST_ACCOUNTS) return refused(TOO_MANY);
    const row: Account = {
      ...{ id, kind: company, therapist_id: therapistId, name: COMPANIES[company] },
      ...{ username: signedIn.email, ...opened },
      ...{ server: "", calendars: JSON.stringify(calendars) },
      ...{ writes_to: calendars.find(({ writes }) => writes)?.url ?? null, shows: "times" },
      ...{ added_at: now, added_by: actorName(actor), next_at: now, followed_at: now },
      ...{ cursor: null, fault: null, fault_since: null },
    };
    await tx.insertInto("calendar_accounts").values(row).execute();
    for (const calendar of calendars.filter(({ reads }) => reads !== false))
      await insertLink(app, tx, { row, calendar, closesAfter: null, actor, now });
    await addAdapter(tx, "calendars", now);
    await note(tx, { actor, now, therapistId, action: "calendar.connect" });
    return { kind: "added", id };
  });
  if (outcome.kind === "added" || outcome.kind === "changed") {
    await readDueOf(app, outcome.id);
    await noteFaults(app);
  }
  return outcome;
}

type Account = Tables["calendar_accounts"];

function refused(message: string) {
  return { kind: "invalid" as const, message };
}
