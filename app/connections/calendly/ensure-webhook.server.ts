import type { AdapterFault } from "#app/adapters/adapter.ts";
import type { Calendly } from "#app/connections/calendly/calendly.gateway.server.ts";
import { type CalendlyFacts, SIGNING_CELL, saveFacts } from "#app/connections/calendly/calendly-in-use.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSealingKey, seal } from "#app/platform/encryption.server.ts";
import { newSecret } from "#app/platform/ids.server.ts";

type Stop = { kind: "fault"; fault: AdapterFault } | { kind: "wait"; seconds: number };

/**
 * Sees to it that Calendly reports to us. After a day of failures it disables a webhook, tells nobody, and knows no way
 * to enable it: such a one is deleted and made again. A plan without webhooks is no failure: the poll does the same.
 */
export async function ensureWebhook(app: AppContext, calendly: Calendly, facts: CalendlyFacts): Promise<Stop | null> {
  const { user, organization } = facts;
  const checked = { ...facts, checkedAt: app.clock.now() };
  const url = `${app.config.publicUrl}/hooks/calendly`;
  const listed = await calendly.subscriptions({ user, organization });
  if (listed.kind === "fault" && listed.fault.status === 403) return keepWithout(app, checked);
  if (listed.kind !== "answer") return listed;
  const ours = listed.value.filter(({ callback_url }) => callback_url === url);
  const kept = ours.find(({ uri, state }) => uri === facts.subscription && state === "active" && facts.signingKey);
  if (kept) {
    await saveFacts(app, { ...checked, hook: "active" });
    return null;
  }
  for (const { uri } of ours) {
    const gone = await calendly.unsubscribe(uri);
    if (gone.kind !== "answer" && !(gone.kind === "fault" && gone.fault.status === 404)) return gone;
  }
  return subscribe(app, calendly, { facts: checked, url });
}

async function subscribe(
  app: AppContext,
  calendly: Calendly,
  { facts, url }: { facts: CalendlyFacts; url: string },
): Promise<Stop | null> {
  const key = readSealingKey(app.config);
  if (!key) return null;
  const secret = newSecret();
  const signingKey = seal(key, SIGNING_CELL, secret);
  const { user, organization } = facts;
  const made = await calendly.subscribe({ url, user, organization, signingKey: secret });
  if (made.kind === "fault" && made.fault.status === 403) return keepWithout(app, facts);
  if (made.kind !== "answer") return made;
  await saveFacts(app, { ...facts, signingKey, subscription: made.value.uri, hook: "active" });
  return null;
}

async function keepWithout(app: AppContext, facts: CalendlyFacts): Promise<null> {
  await saveFacts(app, { ...facts, hook: "plan", signingKey: "", subscription: "" });
  return null;
}
