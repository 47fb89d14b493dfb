import type { AppContext } from "#app/platform/app-context.server.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";

const BOOKINGS = 30;
const WINDOW_SECONDS = 600;

export function consumeBookingLimit(app: AppContext, clientAddress: string) {
  return consumeRateLimit(app, {
    key: `book:${rateKeyOf(clientAddress)}`,
    limit: BOOKINGS,
    windowSeconds: WINDOW_SECONDS,
  });
}
