import type { Identity } from "#app/accounts/session/session.ts";
import type { World } from "#app/platform/world.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { addressLine, type Business } from "#app/settings/business.ts";
import { reachOf } from "#app/settings/reach.ts";
import { readSettings } from "#app/settings/store.server.ts";
import type { Site, Viewer } from "#app/ui/shell/site.ts";

/** What the frame of every page shows. */
export async function shellOf(world: World, { user }: Identity): Promise<{ site: Site; viewer: Viewer }> {
  const { business, bookingRules } = await readSettings(world.db.kysely, world.log);
  const year = Number(localDateOf(world.clock.now(), bookingRules.zone).slice(0, 4));
  return { site: siteOf(business, world.config.publicUrl, year), viewer: user && { admin: user.role === "admin" } };
}

function siteOf(business: Business, origin: string, year: number): Site {
  return {
    origin,
    name: business.name,
    blurb: business.blurb,
    ...reachOf(business),
    chatUrl: business.chatUrl,
    socials: business.socials,
    smallPrint: smallPrint(business),
    year,
    demo: business.demo,
  };
}

/** Trading disclosures (Companies (Trading Disclosures) Regulations 2015, reg. 25). */
function smallPrint(business: Business): string {
  const { name, number, registeredIn, ico } = business.company;
  return `${name}. Registered in ${registeredIn}, company number ${number}. Registered office: ${addressLine(business)}. Registered with the Information Commissioner's Office, ${ico}.`;
}
