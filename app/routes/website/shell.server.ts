import type { RouterContextProvider } from "react-router";
import { type Identity, practiceActorFrom } from "#app/accounts/session.ts";
import { keysOf } from "#app/clients/client.ts";
import { isBlocked } from "#app/clients/clients.db.server.ts";
import { type AppContext, processAppOf } from "#app/platform/app-context.server.ts";
import { databaseErrorOf } from "#app/platform/database/database-error.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { may, worksHere } from "#app/platform/permissions.ts";
import { typographic } from "#app/platform/text.ts";
import { hasOffer } from "#app/practice/practice.ts";
import { listAlternateDays, readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { lookOf } from "#app/routes/website/look-of.ts";
import { canMailLeaveBy } from "#app/settings/can-mail-leave.server.ts";
import { getContactLinks } from "#app/settings/contact-links.ts";
import { addressLine } from "#app/settings/location.ts";
import type { Business } from "#app/settings/schemas/business.ts";
import { hoursLines } from "#app/settings/schemas/hours.ts";
import { legalSentences } from "#app/settings/schemas/legal.ts";
import { sellsVouchers } from "#app/settings/schemas/money-rules.ts";
import { openingStateOf } from "#app/settings/schemas/opening.ts";
import { getOpening, type Opening } from "#app/site/go-live/opening.server.ts";
import type { Site, Viewer } from "#app/ui/shell/site.ts";

const lastKnown = new WeakMap<AppContext, Site>();

/** The data of every page's frame; the last known one when the database is unavailable. */
export async function shellOf(app: AppContext, { user }: Identity): Promise<{ site: Site; viewer: Viewer }> {
  const viewer = user && { admin: may(practiceActorFrom(user, []), "see", "dashboard") };
  try {
    const practice = await readPractice(app);
    const { settings } = practice;
    const today = localDateOf(app.clock.now(), settings.bookingRules.zone);
    const year = Number(today.slice(0, 4));
    const demo = settings.demo.shown && settings.demo.ribbon;
    const hours =
      settings.openingHours.length > 0 ? hoursLines(settings.openingHours, await listAlternateDays(app, today)) : [];
    const look = lookOf(settings);
    const opening = openingStateOf(settings);
    const sendsMail = canMailLeaveBy(app, settings.mailServer);
    const frame = {
      origin: app.config.publicUrl,
      hours,
      year,
      demo,
      look,
      opening,
      hasOffer: hasOffer(practice),
      sendsMail,
      ...(sellsVouchers(settings) && { hasVouchers: true as const }),
    };
    const site = siteOf(settings.business, frame);
    lastKnown.set(processAppOf(app), site);
    return { site, viewer };
  } catch (error) {
    const site = lastKnown.get(processAppOf(app));
    if (!site || databaseErrorOf(error) === null) throw error;
    return { site, viewer };
  }
}

export async function shellOfFault(
  app: AppContext,
  identity: Identity,
): Promise<{ site: Site | null; viewer: Viewer }> {
  try {
    return await shellOf(app, identity);
  } catch {
    // The failure has most likely been logged already.
    return { site: lastKnown.get(processAppOf(app)) ?? null, viewer: null };
  }
}

function siteOf(
  business: Business,
  frame: Pick<
    Site,
    "origin" | "hours" | "year" | "demo" | "look" | "opening" | "hasOffer" | "sendsMail" | "hasVouchers"
  >,
): Site {
  return {
    ...frame,
    name: business.name,
    blurb: typographic(business.blurb),
    ...getContactLinks(business),
    chatUrl: business.chatUrl,
    socials: business.socials,
    smallPrint: typographic(legalSentences(business, addressLine(business))),
  };
}

/** Why this visitor can't book online, or null. Before the site opens, the team sees it as it will be. */
export async function openingFor(context: Readonly<RouterContextProvider>): Promise<Opening | null> {
  const { app, user } = openRequest(context);
  const opening = await getOpening(app);
  const isTeam = user !== null && worksHere(practiceActorFrom(user, []));
  return opening?.state === "not-open" && isTeam ? null : opening;
}

/** The same of booking: a signed-in client who is blocked sees the phone number in place of times. */
export async function bookingClosedFor(context: Readonly<RouterContextProvider>): Promise<Opening | null> {
  const opening = await openingFor(context);
  const { app, actor, user } = openRequest(context);
  if (opening || actor.kind !== "client" || !user) return opening;
  const keys = keysOf({ userId: user.id, email: user.emailVerified ? user.email : null, phone: null });
  if (!(await isBlocked(app.db.kysely, keys))) return null;
  const { business } = (await readPractice(app)).settings;
  return { state: "phone-only", name: business.name, ...getContactLinks(business) };
}

/** The pages that visitors see once the site is open; the booking page is one of them. */
const WEBSITE = /^\/(?:(?:about|services|contact|faq|book)(?:\/|$)|vouchers$)/;

export function isOfWebsite(path: string): boolean {
  return WEBSITE.test(path);
}

export async function phoneOf(app: AppContext): Promise<{ href: string; label: string }> {
  const { business } = (await readPractice(app)).settings;
  return getContactLinks(business).phone;
}
