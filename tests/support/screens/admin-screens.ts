import type { Door } from "#tests/support/doors/door.ts";
import { doors } from "#tests/support/doors/table.ts";

const pages = doors.filter(({ door }) => door.startsWith("routes/admin/") && door.endsWith(".tsx"));

/** Rows of admin pages that show an admin no page: each screen needs an address where there is something to see. */
export const unseen: readonly Door[] = pages.filter(({ get }) => get.admin !== 200);

// What the same screens look like in another state that is in their address.
const STATES = [
  ...["/appointments?add=1", "/appointments?status=pending", "/appointments?q=nothing-like-it"],
  ...["day", "week", "month", "list"].map((view) => `/admin/diary?view=${view}`),
  ...["/admin/clients?q=cleo", "/users?q=nobody-of-this-name", "/admin/services?saved"],
];

/** Every screen of the admin area, by the lock table: a new one is tried without being named here. */
export const adminScreens: readonly string[] = [...new Set([...pages.map(({ at }) => at), ...STATES])];
