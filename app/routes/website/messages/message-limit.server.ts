import type { AppContext } from "#app/platform/app-context.server.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";

const LETTERS = 10;
const WINDOW_SECONDS = 600;

/** Counts a message or complaint from this address. A form with errors does not count. */
export function consumeMessageLimit(app: AppContext, clientAddress: string) {
  return consumeRateLimit(app, {
    key: `letter:${rateKeyOf(clientAddress)}`,
    limit: LETTERS,
    windowSeconds: WINDOW_SECONDS,
  });
}
