import { addressIn } from "#app/platform/email-address.ts";

const COOKIE = "ly.reset";
const SECONDS = 60;

/** A Set-Cookie line: for a minute the login page says to which address a link was asked for, also after a reload. */
export function resetSentTo(email: string): string {
  const value = Buffer.from(email).toString("base64url");
  return `${COOKIE}=${value}; Max-Age=${SECONDS}; Path=/login; HttpOnly; SameSite=Lax`;
}

/** Once the password is changed the login page says so instead. */
export const RESET_DONE = `${COOKIE}=; Max-Age=0; Path=/login; HttpOnly; SameSite=Lax`;

/** The address for which a link was just asked; null when there is none, or a forged cookie holds something else. */
export function resetSentOf(headers: Headers): string | null {
  const value = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]*)`).exec(headers.get("cookie") ?? "")?.[1];
  return value ? addressIn(Buffer.from(value, "base64url").toString()) : null;
}
