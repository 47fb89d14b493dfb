import { newPassword } from "#app/accounts/users/create-admin.server.ts";
import { inventCalendar } from "#app/calendars/demo-calendar.server.ts";
import { DEMO_OWNER, fillDemo } from "#app/demo/fill-demo.server.ts";
import { renderers } from "#app/mails.server.ts";
import { inventPayments } from "#app/payments/demo-payments.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { inventWaiting } from "#app/waiting-list/demo-waiting.server.ts";

/**
 * Fills the demo practice with its invented life and returns its owner's sign-in. Null if another process has, or if it
 * failed: the site opens with what the practice offers alone.
 */
export async function openDemo(app: AppContext): Promise<{ email: string; password: string } | null> {
  const password = newPassword();
  try {
    const past: typeof inventPayments = async (at) => {
      await inventPayments(at);
      await inventWaiting(at);
      await inventCalendar(at);
    };
    const outcome = await fillDemo(app, { renderers, password, past });
    return outcome.kind === "added" ? { email: DEMO_OWNER.email, password } : null;
  } catch (err) {
    app.log.error({ err }, "the demo practice could not be filled with clients and appointments");
    return null;
  }
}
