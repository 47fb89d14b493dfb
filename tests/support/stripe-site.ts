import { onTestFinished } from "vitest";
import { startPretendStripe } from "#scripts/pretend-stripe.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { freePort } from "#tests/support/free-port.ts";
import { takesPayments } from "#tests/support/options.ts";
import { openSite } from "#tests/support/server.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

/** A site that takes payments beside a pretend Stripe, and its owner's page. `paying`: an app that reaches it, too. */
export async function stripeSite(visitor: Parameters<typeof adminPage>[1], env: Record<string, string> = {}) {
  const port = await freePort();
  const stripe = await startPretendStripe({ hook: `http://localhost:${port}/hooks/stripe` });
  onTestFinished(stripe.close);
  const dataDir = temporaryFolder();
  const server = await openSite({
    ...{ DATA_DIR: dataDir, PORT: String(port), STRIPE_API_URL: stripe.url, OUTBOUND_PRIVATE: stripe.url },
    ...env,
  });
  const { page, app } = await adminPage({ url: server.url, dataDir }, visitor);
  await takesPayments(app);
  return { stripe, server, page, app, paying: { ...app, config: { ...app.config, ...stripe.config } } };
}
