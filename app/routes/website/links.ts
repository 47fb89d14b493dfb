import type { NavLink } from "#app/ui/shell/site.ts";

/** The header's links, in order. */
const NAV_LINKS: NavLink[] = [
  { to: "/", label: "Home" },
  { to: "/about", label: "About" },
  { to: "/services", label: "Services" },
  { to: "/contact", label: "Contact" },
  { to: "/my-appointment", label: "My Appointments", hydrated: true },
  { to: "/faq", label: "Questions", inSheet: true },
];

const LEGAL_LINKS: NavLink[] = [
  { to: "/faq", label: "Questions" },
  { to: "/policies/privacy", label: "Privacy" },
  { to: "/policies/cookies", label: "Cookies" },
  { to: "/policies/terms", label: "Terms" },
  { to: "/policies/cancellations", label: "Cancellations" },
  { to: "/accessibility", label: "Accessibility" },
  { to: "/complaints", label: "Complaints" },
];

// What stays before the site opens: clients with an account, and what the law asks.
const BEFORE_OPENING = ["/my-appointment", ...LEGAL_LINKS.map(({ to }) => to).filter((to) => to !== "/faq")];

/** The frame's links; fewer while there is one page. */
export function linksFor(
  isClosed: boolean,
  { hasVouchers }: { hasVouchers?: true } = {},
): { navLinks: NavLink[]; legalLinks: NavLink[] } {
  const isThere = ({ to }: NavLink) => !isClosed || BEFORE_OPENING.includes(to);
  const vouchers = hasVouchers && !isClosed ? [{ to: "/vouchers", label: "Gift vouchers" }] : [];
  return { navLinks: NAV_LINKS.filter(isThere), legalLinks: [...vouchers, ...LEGAL_LINKS.filter(isThere)] };
}
