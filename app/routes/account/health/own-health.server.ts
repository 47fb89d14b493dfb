import { data, href, type RouterContextProvider, redirect } from "react-router";
import { healthState } from "#app/health/record-key.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { identityOf, signedInUserOf } from "#app/routes/account/identity.server.ts";

/** Whose record it is: somebody who has just shown who they are, and whose address is proven. Null: it is not proven. */
export async function ownerOfRecord(context: Readonly<RouterContextProvider>): Promise<{ userId: string } | null> {
  if ((await healthState(appContextOf(context))) === "off") throw data(null, { status: 404 });
  const user = signedInUserOf(context);
  if (!user.emailVerified) return null;
  if (identityOf(context).confirmedFor <= 0)
    throw redirect(`${href("/account/confirm")}?back=%2Faccount%2Fhealth`, 303);
  return { userId: user.id };
}
