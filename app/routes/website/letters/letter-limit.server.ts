import { rateKeyOf } from "#app/platform/http/client-address.server.ts";
import { takeHit } from "#app/platform/rate-limit.server.ts";
import type { World } from "#app/platform/world.server.ts";

const LETTERS = 10;
const WINDOW_SECONDS = 600;

/** One letter from this address, message or complaint. Only what could be taken is counted: slips are free. */
export function takeLetterHit(world: World, clientAddress: string) {
  return takeHit(world, { key: `letter:${rateKeyOf(clientAddress)}`, limit: LETTERS, windowSeconds: WINDOW_SECONDS });
}
