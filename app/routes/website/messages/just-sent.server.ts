const COOKIE = "ly.sent";
const SECONDS = 60;

/** A Set-Cookie line, so that the page at `path` confirms this message once. */
export function justSent(path: string, enquiryId: string): string {
  return `${COOKIE}=${enquiryId}; Max-Age=${SECONDS}; Path=${path}; HttpOnly; SameSite=Lax`;
}

/** The message that was just sent, and the Set-Cookie line that clears the confirmation. */
export function justSentOf(path: string, headers: Headers): { enquiryId: string | null; cookies: string[] } {
  const enquiryId = new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f-]{36})(?:;|$)`).exec(headers.get("cookie") ?? "")?.[1];
  if (enquiryId === undefined) return { enquiryId: null, cookies: [] };
  return { enquiryId, cookies: [`${COOKIE}=; Max-Age=0; Path=${path}; HttpOnly; SameSite=Lax`] };
}
