import { z } from "zod";
import { getFacts, writeFacts } from "#app/adapters/adapters.db.server.ts";
import { type Calendly, calendlyOf } from "#app/connections/calendly/calendly.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSealingKey, unseal } from "#app/platform/encryption.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { type SchedulerChoice, TOKEN_CELL } from "#app/settings/schemas/scheduler-choice.ts";

/** `signingKey` is sealed. `hook`: whether Calendly reports to us; `plan`: their plan has no webhooks. */
const factsShape = z.object({
  user: z.string().default(""),
  organization: z.string().default(""),
  signingKey: z.string().default(""),
  subscription: z.string().default(""),
  hook: z.enum(["none", "active", "plan"]).default("none"),
  checkedAt: z.number().default(0),
});

export type CalendlyFacts = z.output<typeof factsShape>;

export const SIGNING_CELL = { table: "adapters", column: "facts.signingKey", row: "calendly" } as const;

export type CalendlyInUse =
  | { kind: "off" }
  /** A token is stored that this machine's key does not open. */
  | { kind: "shut" }
  | { kind: "on"; choice: SchedulerChoice; calendly: Calendly; facts: CalendlyFacts };

/** Calendly as it is set up now, with its token opened. */
export async function calendlyInUse(app: AppContext): Promise<CalendlyInUse> {
  const choice = (await readPractice(app)).settings.scheduler;
  if (choice.kind !== "calendly" || choice.token === "") return { kind: "off" };
  const token = openedToken(app, choice);
  if (token === null) return { kind: "shut" };
  const facts = factsShape.parse((await getFacts(app.db.kysely, "calendly")) ?? {});
  return { kind: "on", choice, calendly: calendlyOf(app, token), facts };
}

export function openedToken(app: AppContext, { token }: SchedulerChoice): string | null {
  const key = readSealingKey(app.config);
  return key && unseal(key, TOKEN_CELL, token);
}

export async function saveFacts(app: AppContext, facts: CalendlyFacts): Promise<void> {
  await writeFacts(app.db.kysely, "calendly", facts);
}
