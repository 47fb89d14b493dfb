const COOKIE = "ly.sent";
const SECONDS = 60;

/** The Set-Cookie line by which the page at `path` says, once, that this enquiry has been taken in. */
export function justSent(path: string, enquiryId: string): string {
  return `${COOKIE}=${enquiryId}; Max-Age=${SECONDS}; Path=${path}; HttpOnly; SameSite=Lax`;
}

/** The enquiry that has just been taken in, and the line that has it said once. */
export function justSentOf(path: string, headers: Headers): { enquiryId: string | null; cookies: string[] } {
  const enquiryId = new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f-]{36})(?:;|$)`).exec(headers.get("cookie") ?? "")?.[1];
  if (enquiryId === undefined) return { enquiryId: null, cookies: [] };
  return { enquiryId, cookies: [`${COOKIE}=; Max-Age=0; Path=${path}; HttpOnly; SameSite=Lax`] };
}
