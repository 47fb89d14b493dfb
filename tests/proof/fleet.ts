import type { AppContext } from "#app/platform/app-context.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { parseConfig } from "#app/platform/config.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { bookingRules } from "#app/settings/schemas/booking-rules.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import type { Place } from "#tests/proof/place.ts";
import { roundRobin } from "#tests/proof/round-robin.ts";
import { freePort } from "#tests/support/free-port.ts";
import { startServer } from "#tests/support/server.ts";

const SECRET = "the-same-secret-on-every-server-of-the-fleet";

export type Fleet = {
  url: string;
  servers: string[];
  app: AppContext;
  stop: () => Promise<void>;
};

/** Starts so many processes at once on an empty place: one of them migrates and seeds, the others wait for it. */
export async function startFleet(place: Place, size: number, env: Record<string, string> = {}): Promise<Fleet> {
  const proxy = await roundRobin();
  const shared = { ...place.env, AUTH_SECRET: SECRET, PUBLIC_URL: proxy.url, TRUST_PROXY: "1", ...env };
  const ports = await Promise.all(Array.from({ length: size }, () => freePort()));
  const processes = await Promise.all(ports.map((port) => startServer({ ...shared, PORT: String(port) })));
  const servers = ports.map((port) => `http://127.0.0.1:${port}`);
  proxy.to(servers);
  const app = appContextOf(shared, place);
  await liftBookingLimits(app);
  return {
    url: proxy.url,
    servers,
    app,
    stop: async () => {
      proxy.close();
      await Promise.all(processes.map((server) => server.stop()));
      await app.db.close();
    },
  };
}

/** One crowd of strangers books here: what a day leaves to everyone is tested in tests/attacks. */
export async function liftBookingLimits({ db, clock }: Pick<AppContext, "db" | "clock">): Promise<void> {
  const each = { openPerEmail: 1000, openPerPhone: 1000, bookingsPerOrigin: 1000 };
  const value = bookingRules.parse({ ...each, burstPerHour: 1000, burstPerDay: 1000, unprovenPercent: 100 });
  await writeSetting(db.kysely, { key: "bookingRules", value, now: clock.now() });
}

function appContextOf(env: Record<string, string>, place: Place): AppContext {
  const outcome = parseConfig({ ...env, NODE_ENV: "production", LOG_LEVEL: "silent" });
  if (outcome.kind === "invalid") throw new Error(outcome.problems.join("\n"));
  return { db: place.open(), clock: systemClock, config: outcome.config, log: createLog("silent"), secret: SECRET };
}
