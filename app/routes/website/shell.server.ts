import { type Identity, practiceActorFrom } from "#app/accounts/session.ts";
import { hasRibbon } from "#app/go-live/list-invented.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { databaseErrorOf } from "#app/platform/database/database-error.server.ts";
import { may } from "#app/platform/permissions.ts";
import { typographic } from "#app/platform/typographic.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { lookOf } from "#app/routes/website/look-of.ts";
import { addressLine, type Business } from "#app/settings/business.ts";
import { hoursLines } from "#app/settings/hours.ts";
import { legalSentences } from "#app/settings/legal-form.ts";
import { reachOf } from "#app/settings/reach.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import type { Site, Viewer } from "#app/ui/shell/site.ts";

const lastKnown = new WeakMap<AppContext, Site>();

/** The data of every page's frame; the last known one when the database is unavailable. */
export async function shellOf(app: AppContext, { user }: Identity): Promise<{ site: Site; viewer: Viewer }> {
  const viewer = user && { admin: may(practiceActorFrom(user, []), "see", "dashboard") };
  try {
    const settings = await listSettings(app.db.kysely, app.log);
    const year = Number(localDateOf(app.clock.now(), settings.bookingRules.zone).slice(0, 4));
    const demo = await hasRibbon(app.db.kysely, settings);
    const hours = settings.openingHours.length > 0 ? hoursLines(settings.openingHours) : [];
    const look = lookOf(settings);
    const site = siteOf(settings.business, { origin: app.config.publicUrl, hours, year, demo, look });
    lastKnown.set(app, site);
    return { site, viewer };
  } catch (error) {
    const site = lastKnown.get(app);
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
    return { site: lastKnown.get(app) ?? null, viewer: null };
  }
}

function siteOf(business: Business, frame: Pick<Site, "origin" | "hours" | "year" | "demo" | "look">): Site {
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
