import { NOTICES } from "#app/accounts/account-notices.ts";
import { claimsSession } from "#app/accounts/session.ts";
import { noMail } from "#app/settings/no-mail.ts";
import type { Site } from "#app/ui/shell/site.ts";

/** A message for the next page only: the name of a notice, so that a forged cookie can't show text of its own. */
export type Flash = keyof typeof NOTICES;

const COOKIE = "ly.notice";
const SECONDS = 60;
const DETAILS: Partial<Record<Flash, string>> = {
  signedUp: NOTICES.linkMailed,
  signedInWeak: NOTICES.weakPassword,
};
const PROBLEMS: readonly Flash[] = ["deadLink", "tooMany", "noRecord", "lastAdmin", "googleFailed", "disabled"];
const SIGNED_IN: readonly Flash[] = ["signedIn", "signedInWeak"];

export function flash(notice: Flash): string {
  return `${COOKIE}=${notice}; Max-Age=${SECONDS}; Path=/; HttpOnly; SameSite=Lax`;
}

/**
 * This page's message, and the Set-Cookie line that clears it. Whoever has just signed in and is nobody here has no
 * record any more, which is said instead (specification section 8).
 */
export function flashOf(
  headers: Headers,
  { isSignedIn, site }: { isSignedIn: boolean; site: Pick<Site, "sendsMail" | "phone"> },
): {
  toast: FlashToast | null;
  cookies: string[];
} {
  const name = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\w*)`).exec(headers.get("cookie") ?? "")?.[1];
  if (name === undefined) return { toast: null, cookies: [] };
  const clear = `${COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`;
  if (!Object.hasOwn(NOTICES, name)) return { toast: null, cookies: [clear] };
  const isNobody = SIGNED_IN.includes(name as Flash) && !isSignedIn && claimsSession(headers);
  const notice = isNobody ? "noRecord" : (name as Flash);
  const tone = PROBLEMS.includes(notice) ? ("danger" as const) : ("success" as const);
  return { toast: { tone, text: NOTICES[notice], detail: detailOf(notice, site) }, cookies: [clear] };
}

function detailOf(notice: Flash, { sendsMail, phone }: Pick<Site, "sendsMail" | "phone">): string | undefined {
  if (notice === "signedUp" && !sendsMail) return noMail("your address can’t be confirmed", phone);
  return DETAILS[notice];
}

type FlashToast = { tone: "success" | "danger"; text: string; detail: string | undefined };

/** `Clear-Site-Data`: all that the browser has stored of somebody who leaves, but for cookies. */
export const EMPTY_BROWSER = '"cache", "storage"';

export function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}
