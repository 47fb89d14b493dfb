import type { Door } from "#tests/support/doors/door.ts";
import { doors } from "#tests/support/doors/table.ts";

// While health is off nobody opens these: the journeys of the form, paper, notes and access know them.
const CLINICAL = [
  ...["routes/admin/clients/blank-form.tsx", "routes/admin/clients/paper-form.tsx"],
  ...["routes/admin/clients/bundle.tsx", "routes/admin/clients/emergency.tsx", "routes/admin/clients/form.tsx"],
  ...["routes/admin/clients/controller.tsx", "routes/admin/clients/hold.tsx", "routes/admin/therapists/records.tsx"],
  ...["routes/admin/therapists/leaving.tsx", "routes/admin/therapists/own-file.tsx"],
  ...["routes/admin/import/cliniko.tsx", "routes/admin/import/cliniko-certificate.tsx"],
  "routes/admin/import/pdfs.tsx",
  ...["routes/admin/files/list.tsx", "routes/admin/files/new.tsx", "routes/admin/files/file.tsx"],
  "routes/admin/files/letter.tsx",
  ...["routes/admin/notes/list.tsx", "routes/admin/notes/note.tsx", "routes/admin/notes/progress.tsx"],
];

// Of the page for who may not see another tests/e2e/roles.test.ts knows.
const pages = doors.filter(
  ({ door, get }) =>
    door.startsWith("routes/admin/") && door.endsWith(".tsx") && get.admin !== 403 && !CLINICAL.includes(door),
);

/** Rows where an admin gets no page: each screen needs an address with something to see. */
export const unseen: readonly Door[] = pages.filter(({ get }) => get.admin !== 200);

// The same screens in another state, by their address.
const STATES = [
  ...["/appointments?add=1", "/appointments?status=pending", "/appointments?q=nothing-like-it"],
  ...["day", "week", "month", "list"].map((view) => `/admin/diary?view=${view}`),
  ...["/admin/clients?q=cleo", "/users?q=nobody-of-this-name", "/admin/services?saved"],
];

/** Every admin screen, from the lock table: a new one is included automatically. */
export const adminScreens: readonly string[] = [...new Set([...pages.map(({ at }) => at), ...STATES])];
