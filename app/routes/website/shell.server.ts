import { type Identity, practiceActorFrom } from "#app/accounts/session.ts";
import { type AppContext, processAppOf } from "#app/platform/app-context.server.ts";
import { databaseErrorOf } from "#app/platform/database/database-error.server.ts";
import { may } from "#app/platform/permissions.ts";
import { typographic } from "#app/platform/typographic.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { hasOffer } from "#app/practice/practice.ts";
import { listAlternateDays, readPractice } from "#app/practice/read-practice.server.ts";
import { lookOf } from "#app/routes/website/look-of.ts";
import { addressLine, type Business } from "#app/settings/business.ts";
import { canMailLeaveBy } from "#app/settings/can-mail-leave.server.ts";
import { hoursLines } from "#app/settings/hours.ts";
import { legalSentences } from "#app/settings/legal-form.ts";
import { openingStateOf } from "#app/settings/opening.ts";
import { reachOf } from "#app/settings/reach.ts";
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
  frame: Pick<Site, "origin" | "hours" | "year" | "demo" | "look" | "opening" | "hasOffer" | "sendsMail">,
): Site {
  return {
    ...frame,
    name: business.name,
    blurb: typographic(business.blurb),
    ...reachOf(business),
    chatUrl: business.chatUrl,
    socials: business.socials,
    smallPrint: typographic(legalSentences(business, addressLine(business))),
  };
}
