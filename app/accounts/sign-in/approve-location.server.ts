import { getLink, useLink } from "#app/accounts/account-links.db.server.ts";
import type { Caller } from "#app/accounts/session.ts";
import { rememberPlace } from "#app/accounts/sign-in/known-places.db.server.ts";
import { resetLoginLimits } from "#app/accounts/sign-in/login-limits.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** Whether the link about attempts on an account still works, before it is pressed. */
export async function canApproveLocation(app: AppContext, secret: string): Promise<boolean> {
  return (await getLink(app.db.kysely, { purpose: "let-in", secret, now: app.clock.now() })) !== null;
}

/**
 * Uses the link, once: from here, other people's attempts no longer slow this person down. It opens no session: a
 * mailbox alone does not prove the account.
 */
export async function approveLocation(app: AppContext, { address }: Caller, secret: string): Promise<boolean> {
  const now = app.clock.now();
  const person = await app.db.kysely.transaction().execute(async (tx) => {
    const link = await useLink(tx, { purpose: "let-in", secret, now });
    if (link?.userId) await rememberPlace(tx, { userId: link.userId, key: app.secret, address, now });
    return link;
  });
  if (!person?.userId) return false;
  await resetLoginLimits(app, { attempt: "sign-in", address, account: person.email });
  await resetLoginLimits(app, { attempt: "code", address, account: person.userId });
  return true;
}
