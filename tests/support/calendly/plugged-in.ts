import { onTestFinished } from "vitest";
import { addAdapter } from "#app/adapters/adapters.db.server.ts";
import { calendlyInUse, SIGNING_CELL, saveFacts } from "#app/connections/calendly/calendly-in-use.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readOrMakeSealingKey, seal } from "#app/platform/encryption.server.ts";
import { TOKEN_CELL } from "#app/settings/schemas/scheduler-choice.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { type CalendlyStandIn, startCalendly, TOKEN } from "#tests/support/calendly/stand-in.ts";
import { demoApp, type TestApp, type TestAppOptions } from "#tests/support/test-app.ts";

export const SIGNING_KEY = "a-signing-key-of-thirty-two-bytes";
export const IMOGEN = "demo-imogen-hartley";

/** The demo practice with a stand-in for Calendly, plugged in. */
export async function withCalendly(options: TestAppOptions = {}): Promise<{ app: TestApp; calendly: CalendlyStandIn }> {
  const calendly = await startCalendly();
  onTestFinished(calendly.close);
  const app = await demoApp({ ...options, config: { ...calendly.config, ...options.config } });
  await plugIn(app, calendly);
  return { app, calendly };
}

/** As the owner saves it, with a webhook whose key the test knows. */
export async function plugIn(app: AppContext, { page }: Pick<CalendlyStandIn, "page">): Promise<void> {
  const key = readOrMakeSealingKey(app.config);
  const now = app.clock.now();
  const value = {
    kind: "calendly",
    page,
    token: seal(key, TOKEN_CELL, TOKEN),
    serviceId: "",
    therapistId: IMOGEN,
  } as const;
  await writeSetting(app.db.kysely, { key: "scheduler", value, now });
  await addAdapter(app.db.kysely, "calendly", now);
  const found = await calendlyInUse(app);
  if (found.kind !== "on") throw new Error(found.kind);
  await saveFacts(app, {
    ...found.facts,
    signingKey: seal(key, SIGNING_CELL, SIGNING_KEY),
    hook: "active",
    checkedAt: now,
  });
}

export function appointmentsOf(app: AppContext) {
  return app.db.kysely.selectFrom("appointments").selectAll().orderBy("starts_at").execute();
}

export function externalOf(app: AppContext) {
  return app.db.kysely.selectFrom("external_bookings").selectAll().orderBy("starts_at").execute();
}
