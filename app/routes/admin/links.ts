import type { AdminLink } from "#app/ui/admin/admin-nav.tsx";

/** The admin's links, in order. `main` ones are in a phone's bar, the others behind More. */
export const ADMIN_LINKS: AdminLink[] = [
  { to: "/admin", label: "Dashboard", main: true },
  { to: "/appointments", label: "Appointments", main: true },
  { to: "/users", label: "Users", main: true },
  { to: "/admin/diary", label: "Diary" },
  { to: "/admin/clients", label: "Clients" },
  { to: "/admin/services", label: "Services" },
  { to: "/admin/hours", label: "Hours" },
  { to: "/admin/messages", label: "Messages" },
  { to: "/admin/mail", label: "Mail" },
  { to: "/admin/settings", label: "Settings" },
];
