import type { AppContext } from "#app/platform/app-context.server.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";

const LINKS = 60;
const WINDOW_SECONDS = 600;

export function consumeLinkLimit(app: AppContext, clientAddress: string) {
  return consumeRateLimit(app, {
    key: `link:${rateKeyOf(clientAddress)}`,
    limit: LINKS,
    windowSeconds: WINDOW_SECONDS,
  });
}

const REQUESTS = 10;
const HOUR = 3600;

/** Counts who asks for the links of bookings: each asking may send a mail. */
export function consumeLinksLimit(app: AppContext, clientAddress: string) {
  return consumeRateLimit(app, {
    key: `booking-links:from:${rateKeyOf(clientAddress)}`,
    limit: REQUESTS,
    windowSeconds: HOUR,
  });
}
