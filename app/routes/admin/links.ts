import type { AdminLink } from "#app/ui/admin/admin-nav.tsx";

/** The admin's links, in order. Those with a word for a phone's bar stand in it, the others behind More. */
export const ADMIN_LINKS: AdminLink[] = [
  { to: "/admin", label: "Dashboard", icon: "home", inBar: { label: "Today", icon: "today" } },
  { to: "/appointments", label: "Appointments", icon: "list" },
  { to: "/admin/diary", label: "Diary", icon: "diary", inBar: { label: "Diary", icon: "diary" } },
  { to: "/admin/clients", label: "Clients", icon: "person", inBar: { label: "Clients", icon: "person" } },
  { to: "/users", label: "Users", icon: "people" },
  { to: "/admin/services", label: "Services", icon: "price" },
  { to: "/admin/hours", label: "Hours", icon: "clock" },
  { to: "/admin/messages", label: "Messages", icon: "message", inBar: { label: "Messages", icon: "message" } },
  { to: "/admin/reports", label: "Reports", icon: "chart" },
  { to: "/admin/mail", label: "Mail", icon: "mail" },
  { to: "/admin/settings", label: "Settings", icon: "settings" },
  { to: "/admin/go-live", label: "Go live", icon: "flag" },
];

/** While the owner has switched them on. */
export const NOTIFICATIONS: AdminLink = { to: "/admin/notifications", label: "Notifications", icon: "bell" };

/** While people can wait for a time. */
export const WAITING_LIST: AdminLink = { to: "/admin/waiting-list", label: "Waiting list", icon: "clock" };

/** While the owner takes payments at the practice. */
export const MONEY: AdminLink[] = [
  { to: "/admin/money", label: "Money", icon: "price" },
  { to: "/admin/money/unpaid", label: "Unpaid", icon: "price" },
];

/** Of whoever has a diary of their own. */
export const YOUR_PROFILE = "Your profile";

const MOST_IN_BAR = 4;

/** Those that lead somewhere for the viewer. Where they are few, all stand in a phone's bar. */
export function linksFor(leads: (to: string) => boolean): AdminLink[] {
  // A dashboard of figures alone is nobody's today.
  const hasToday = leads("/appointments");
  const links = ADMIN_LINKS.filter(({ to }) => leads(to)).map((link) =>
    link.to === "/admin" && !hasToday ? { ...link, inBar: { label: link.label, icon: link.icon } } : link,
  );
  if (links.length > MOST_IN_BAR) return links;
  return links.map(({ inBar, ...link }) => ({ ...link, inBar: inBar ?? { label: link.label, icon: link.icon } }));
}
