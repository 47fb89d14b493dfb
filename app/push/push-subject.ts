import { EMAIL_ADDRESS } from "#app/platform/email-address.ts";

const WHOLE_ADDRESS = new RegExp(`^${EMAIL_ADDRESS.source}$`);
// Names that only this machine or its own network knows.
const LOCAL = /(^|\.)(localhost|local|internal|home\.arpa|lan)$/i;
const PUBLIC_NAME = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/i;

/**
 * How a push service can reach whoever sends (RFC 8292, 2.1): the practice's address, else its site. Null where
 * neither would do: Apple refuses every message of a sender whose contact is malformed or is this machine.
 */
export function pushSubject({ email, url }: { email: string; url: string }): string | null {
  const host = WHOLE_ADDRESS.test(email) ? (email.split("@")[1] ?? "") : "";
  if (isPublicName(host)) return `mailto:${email}`;
  const site = URL.parse(url);
  return site?.protocol === "https:" && isPublicName(site.hostname) ? site.origin : null;
}

function isPublicName(host: string): boolean {
  return PUBLIC_NAME.test(host) && !LOCAL.test(host);
}
