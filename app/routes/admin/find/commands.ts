import { href } from "react-router";
import type { Found } from "#app/diary/lists/found-client.ts";
import type { RowView } from "#app/diary/lists/row-view.ts";
import { folded } from "#app/platform/search-text.ts";
import { ADMIN_LINKS } from "#app/routes/admin/links.ts";
import { SETTINGS_PAGES } from "#app/routes/admin/settings/settings-pages.ts";

/** Somewhere to go, or something to begin there. `about`: more words that find it; `words`: those that are not shown. */
export type Command = { to: string; title: string; about: string; words?: string };

const ACTIONS: Command[] = [
  { to: "/appointments?add=1", title: "Add Appointment", about: "book, new, walk-in, telephone" },
  { to: "/appointments?status=pending&sort=date", title: "Bookings to confirm", about: "pending, waiting" },
  { to: href("/admin/services/new"), title: "Add a service", about: "new treatment, price" },
  { to: href("/admin/therapists/new"), title: "Add a therapist", about: "new, staff" },
  { to: href("/admin/reviews/new"), title: "Add a review", about: "new" },
  { to: href("/admin/help"), title: "Help", about: "how to, guide, manual" },
  { to: "/account", title: "Your account", about: "password, passkeys, sessions" },
];

const PAGES: Command[] = ADMIN_LINKS.map(({ to, label }) => {
  const settings = SETTINGS_PAGES.find((page) => page.to === to);
  return { to, title: label, about: "", words: settings && `${settings.about} ${settings.words}` };
});
const PLACES = new Set(PAGES.map(({ to }) => to));

/** Everything that the palette reaches besides clients and appointments; each is also a link of some page. */
export const COMMANDS: Command[] = [...PAGES, ...ACTIONS, ...SETTINGS_PAGES.filter(({ to }) => !PLACES.has(to))];

/** Whether an address is open to whoever asks. */
export type Leads = (to: string) => boolean;

/** What the viewer may find: the pages that are open to them, and those of their own, such as their profile. */
export type Finds = { leads: Leads; own: readonly Command[] };

/** The commands with words that begin as every typed one, those whose title begins with one first. */
export function commandsFor(typed: string, { leads, own }: Finds): Command[] {
  const words = folded(typed).split(" ").filter(Boolean);
  const found = [...COMMANDS, ...own].filter(({ to, title, about, words: more = "" }) => {
    if (!leads(to) && !own.some((command) => command.to === to)) return false;
    const text = ` ${folded(`${title} ${about} ${more}`)}`;
    return words.every((word) => text.includes(` ${word}`));
  });
  const isFirst = ({ title }: Command) => words.some((word) => folded(title).startsWith(word));
  return [...found.filter(isFirst), ...found.filter((command) => !isFirst(command))];
}

/** Something found, and where it leads. `kind` is said beside it. */
export type Target = { key: string; kind: string; to: string; title: string; about: string };

/** What a text finds, surest first: an appointment by its reference, clients, then pages and actions. */
type Anything = Found & { appointment: RowView | null };

export function targetsOf(text: string, { clients, appointment }: Anything, finds: Finds): Target[] {
  const targets = commandsFor(text, finds).map(
    (command): Target => ({ ...command, key: `page ${command.to}`, kind: "Page" }),
  );
  for (const { id, name, line, visits } of clients.toReversed()) {
    const about = [line, visits].filter(Boolean).join(", ");
    targets.unshift({ key: `client ${id}`, kind: "Client", to: `/admin/clients/${id}`, title: name, about });
  }
  if (appointment) {
    const { id, reference, name, short, service } = appointment;
    const title = `${reference}, ${name}`;
    const to = `/admin/appointments/${id}`;
    targets.unshift({ key: `appointment ${id}`, kind: "Appointment", to, title, about: `${short}, ${service}` });
  }
  return targets;
}
