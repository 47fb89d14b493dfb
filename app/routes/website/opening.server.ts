import type { RouterContextProvider } from "react-router";
import { getOpening, type Opening } from "#app/go-live/get-opening.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";

/** What this visitor sees in place of a site that is not open yet, or null. An owner sees the site as it will be. */
export async function openingFor(context: Readonly<RouterContextProvider>): Promise<Opening | null> {
  return may(actorOf(context), "see", "settings") ? null : getOpening(appContextOf(context));
}
