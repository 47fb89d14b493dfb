/** Where a provider keeps calendars; null: the therapist types their server's address. */
export const PROVIDERS = {
  icloud: { title: "iCloud", server: "https://caldav.icloud.com/" },
  fastmail: { title: "Fastmail", server: "https://caldav.fastmail.com/dav/" },
  mailbox: { title: "mailbox.org", server: "https://dav.mailbox.org/caldav/" },
  nextcloud: { title: "Nextcloud", server: null },
  other: { title: "Another server", server: null },
} as const;

/** Companies whose calendars open by a sign-in on their own page. */
export const COMPANIES = { google: "Google", microsoft: "Microsoft" } as const;
export type Company = keyof typeof COMPANIES;
export const BY_PASSWORD = "caldav";
export type AccountKind = typeof BY_PASSWORD | Company;

export function isCompany(text: string): text is Company {
  return Object.hasOwn(COMPANIES, text);
}

export type Provider = keyof typeof PROVIDERS;

/** A user name and password of a server of calendars, without the password. Instants are epoch ms. */
export type CalendarAccount = {
  id: string;
  /** `caldav`: by a password. */
  kind: AccountKind;
  therapistId: string;
  name: string;
  username: string;
  calendars: readonly AccountCalendar[];
  /** The key of the calendar that appointments go to. */
  writesTo: string | null;
  shows: string;
  /** Hours of failing after which its therapist takes no online bookings; null: never. */
  closesAfter: number | null;
  fault: string | null;
  faultSince: number | null;
};

/** One calendar that the server listed. `linkId`: it is read, and blocks online bookings. `reads` false: it is ours. */
export type AccountCalendar = { key: string; name: string; writes: boolean; reads: boolean; linkId: string | null };

/** Nextcloud has CalDAV in a place of its own, where its front page is what people know. */
export function serverFrom(provider: Provider, typed: URL | null): string | null {
  const { server } = PROVIDERS[provider];
  if (server !== null) return server;
  if (typed === null) return null;
  const isFrontPage = provider === "nextcloud" && !typed.pathname.includes("remote.php");
  return isFrontPage ? new URL("/remote.php/dav/", typed).href : typed.href;
}

/** What an account is called on pages. */
export function accountName(provider: Provider, server: string): string {
  return PROVIDERS[provider].server === null ? new URL(server).hostname : PROVIDERS[provider].title;
}
