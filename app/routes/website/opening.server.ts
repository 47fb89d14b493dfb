import type { RouterContextProvider } from "react-router";
import { practiceActorFrom } from "#app/accounts/session.ts";
import { getOpening, type Opening } from "#app/go-live/get-opening.server.ts";
import { worksHere } from "#app/platform/actor.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";

/** Why this visitor can't book online, or null. Before the site opens, the team sees it as it will be. */
export async function openingFor(context: Readonly<RouterContextProvider>): Promise<Opening | null> {
  const opening = await getOpening(appContextOf(context));
  const { user } = identityOf(context);
  const isTeam = user !== null && worksHere(practiceActorFrom(user, []));
  return opening?.state === "not-open" && isTeam ? null : opening;
}

/** The pages that visitors see once the site is open; the booking page is one of them. */
const WEBSITE = /^\/(?:about|services|contact|faq|book)(?:\/|$)/;

export function isOfWebsite(path: string): boolean {
  return WEBSITE.test(path);
}
