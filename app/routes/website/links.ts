import type { NavLink } from "#app/ui/shell/site.ts";

/** The header's links, in order. */
export const NAV_LINKS: NavLink[] = [
  { to: "/", label: "Home" },
  { to: "/about", label: "About" },
  { to: "/services", label: "Services" },
  { to: "/contact", label: "Contact" },
  { to: "/my-appointment", label: "My Appointments", hydrated: true },
];

export const LEGAL_LINKS: NavLink[] = [
  { to: "/faq", label: "Questions" },
  { to: "/policies/privacy", label: "Privacy" },
  { to: "/policies/cookies", label: "Cookies" },
  { to: "/policies/terms", label: "Terms" },
  { to: "/policies/cancellations", label: "Cancellations" },
  { to: "/accessibility", label: "Accessibility" },
  { to: "/complaints", label: "Complaints" },
];
