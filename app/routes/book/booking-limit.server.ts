import { rateKeyOf } from "#app/platform/http/client-address.server.ts";
import { takeHit } from "#app/platform/rate-limit.server.ts";
import type { World } from "#app/platform/world.server.ts";

const BOOKINGS = 30;
const WINDOW_SECONDS = 600;

/** One attempt to book from this address, by page or API alike. */
export function takeBookingHit(world: World, clientAddress: string) {
  return takeHit(world, { key: `book:${rateKeyOf(clientAddress)}`, limit: BOOKINGS, windowSeconds: WINDOW_SECONDS });
}
