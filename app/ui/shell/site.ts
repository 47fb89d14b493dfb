import type { LookView } from "#app/ui/shell/look-view.ts";

export type Site = {
  /** The site's origin: `https://…` without a path. */
  origin: string;
  name: string;
  blurb: string;
  phone: { href: string; label: string };
  email: string;
  addressLines: string[];
  /** When treatments are given, for people; empty while the practice has not said. */
  hours: { days: string; times: string }[];
  chatUrl: string;
  socials: { label: string; url: string }[];
  smallPrint: string;
  year: number;
  demo: boolean;
  look: LookView;
  /** Whether a mail leaves this site. */
  sendsMail: boolean;
  /** Whether visitors see one page, may only call, or book online. */
  opening: "not-open" | "phone-only" | "open";
  /** Whether there is a service to book: before that no button leads to the booking page. */
  hasOffer: boolean;
  /** Gift vouchers are sold on the website. */
  hasVouchers?: true;
};

export type Viewer = { admin: boolean } | null;

/** Before the site opens, the team sees it as it will be. */
export function isClosedTo(site: Site, viewer: Viewer): boolean {
  return site.opening === "not-open" && !viewer?.admin;
}

/**
 * `hydrated`: the page has the framework's script, so a link between two such pages needs no reload. `inSheet`: only in
 * a phone's menu; a wide screen's row has no room for it.
 */
export type NavLink = { to: string; label: string; hydrated?: boolean; inSheet?: boolean };
