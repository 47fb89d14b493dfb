import { NOTICES } from "#app/accounts/notices.ts";

/** What the next page says, once: the name of a notice, so that a cookie made elsewhere says nothing of its own. */
export type Flash = keyof typeof NOTICES;

const COOKIE = "ly.notice";
const SECONDS = 60;
const BAD_NEWS: readonly Flash[] = ["deadLink", "tooMany", "noRecord", "lastAdmin", "googleFailed"];

/** The Set-Cookie line that makes the next page say a notice. */
export function flash(notice: Flash): string {
  return `${COOKIE}=${notice}; Max-Age=${SECONDS}; Path=/; HttpOnly; SameSite=Lax`;
}

/** What this page has to say, and the line that has it said once. */
export function flashOf(headers: Headers): { toast: FlashToast | null; cookies: string[] } {
  const name = new RegExp(`(?:^|;\\s*)${COOKIE}=(\\w*)`).exec(headers.get("cookie") ?? "")?.[1];
  if (name === undefined) return { toast: null, cookies: [] };
  const clear = `${COOKIE}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`;
  if (!Object.hasOwn(NOTICES, name)) return { toast: null, cookies: [clear] };
  const notice = name as Flash;
  const tone = BAD_NEWS.includes(notice) ? ("danger" as const) : ("success" as const);
  return { toast: { tone, text: NOTICES[notice] }, cookies: [clear] };
}

export type FlashToast = { tone: "success" | "danger"; text: string };

/** Headers of an answer that carries these Set-Cookie lines. */
export function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return headers;
}
