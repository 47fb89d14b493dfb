/** An email address within a text, plain ASCII: a comma or an angle bracket would reach a second mailbox. */
export const EMAIL_ADDRESS = /[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+/;

/** One address and nothing else. */
export const ONE_ADDRESS = new RegExp(`^${EMAIL_ADDRESS.source}$`);

const LONGEST = 254;
const LETTERS_BEYOND_ASCII = /^[^@]*[^\0-\x7f][^@]*@/;
const DOMAIN_BEYOND_ASCII =
  /@([\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]*[^\0-\x7f][\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]*)$/u;

/** The address with its domain as mail servers know it: `bücher.example` is `xn--bcher-kva.example`. */
export function withServerDomain(typed: string): string {
  const domain = DOMAIN_BEYOND_ASCII.exec(typed)?.[1];
  if (!domain || !URL.canParse(`http://${domain}`)) return typed;
  return typed.slice(0, -domain.length) + new URL(`http://${domain}`).hostname;
}

/** One address that mail can reach, as it is stored; null if the text is none. */
export function addressIn(typed: string): string | null {
  const address = withServerDomain(typed.trim());
  return address.length <= LONGEST && ONE_ADDRESS.test(address) ? address : null;
}

export const EMAIL_WRONG = "Enter an email address in the correct format, like name@example.com";
/** Mail servers on the way need not pass such an address on, so no mail is promised to it (decisions/0001). */
export const EMAIL_UNREACHABLE =
  "Email from us can’t reach an address with letters like é or ж before the @. Enter another address";

/** What is wrong with a text that is no address. */
export function addressError(typed: unknown, wrong = EMAIL_WRONG): string {
  return typeof typed === "string" && LETTERS_BEYOND_ASCII.test(typed) ? EMAIL_UNREACHABLE : wrong;
}
