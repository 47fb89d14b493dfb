const COOKIE = "ly.chosen";
// As long as the mailed link.
const SECONDS = 72 * 3600;
const ATTRIBUTES = "Path=/keep-details; HttpOnly; SameSite=Lax";

/** The Set-Cookie line that keeps a sealed password until its mailed link is opened in the same browser. */
export function keepChosen(sealed: string): string {
  return `${COOKIE}=${sealed}; Max-Age=${SECONDS}; ${ATTRIBUTES}`;
}

export const FORGET_CHOSEN = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;

export function chosenIn(headers: Headers): string | null {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.-]+)`).exec(headers.get("cookie") ?? "")?.[1] ?? null;
}
