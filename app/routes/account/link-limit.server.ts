import { rateKeyOf } from "#app/platform/http/client-address.server.ts";
import { takeHit } from "#app/platform/rate-limit.server.ts";
import type { World } from "#app/platform/world.server.ts";

const LINKS = 60;
const WINDOW_SECONDS = 600;

/** One mailed link opened or used from this address. Far more than anybody is sent, far fewer than guessing takes. */
export function takeLinkHit(world: World, clientAddress: string) {
  return takeHit(world, { key: `link:${rateKeyOf(clientAddress)}`, limit: LINKS, windowSeconds: WINDOW_SECONDS });
}
