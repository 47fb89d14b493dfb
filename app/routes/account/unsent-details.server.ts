import type { Part } from "#app/routes/account/account/replies.server.ts";

/** What somebody typed into a form of their account when their session had ended. */
export type UnsentDetails = { part: Part; name: string; value: string };

const COOKIE = "ly.unsent";
const SECONDS = 1800;
const PATH = "/account";
const LONGEST = 300;
// No password and no code: nothing secret is kept.
const FIELDS = new Map<string, { part: Part; name: string }>([
  ["name", { part: "name", name: "username" }],
  ["phone", { part: "phone", name: "phone" }],
  ["address", { part: "address", name: "email" }],
]);

/**
 * The Set-Cookie line that keeps it until its owner has signed in again, in their browser alone; null if there is
 * nothing to keep. `form`: as it was sent, with whose page it stood on.
 */
export function keepUnsent(form: string | null): string | null {
  const sent = new URLSearchParams(form ?? "");
  const [of, part] = [sent.get("of"), sent.get("part") ?? ""];
  const value = sent.get(FIELDS.get(part)?.name ?? "")?.slice(0, LONGEST);
  if (!of || !value?.trim()) return null;
  const kept = new URLSearchParams({ of, part, value });
  return `${COOKIE}=${kept}; Max-Age=${SECONDS}; Path=${PATH}; HttpOnly; SameSite=Lax`;
}

export const FORGET_UNSENT = `${COOKIE}=; Max-Age=0; Path=${PATH}; HttpOnly; SameSite=Lax`;

/** Null for whoever did not type it: the next person at a shared computer does not see it. */
export function unsentOf(headers: Headers, userId: string): UnsentDetails | null {
  const line = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`).exec(headers.get("cookie") ?? "")?.[1];
  const kept = new URLSearchParams(line ?? "");
  const field = FIELDS.get(kept.get("part") ?? "");
  const value = kept.get("value")?.slice(0, LONGEST);
  return field && value && kept.get("of") === userId ? { ...field, value } : null;
}
