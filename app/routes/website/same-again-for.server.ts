import type { RouterContextProvider } from "react-router";
import { type SameAgain, sameAgain } from "#app/booking/same-again.server.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/context.server.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";

/** "Same again?" for a client who is signed in. Null for everybody else: their page is cached, and made without cookies. */
export async function sameAgainFor(
  context: Readonly<RouterContextProvider>,
): Promise<{ again: SameAgain; name: string } | null> {
  const { user } = identityOf(context);
  if (user?.role !== "user") return null;
  const { locale } = requestInfoOf(context);
  const again = await sameAgain(appContextOf(context), { userId: user.id, locale });
  return again && { again, name: user.username };
}
