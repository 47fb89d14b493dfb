import type { Found } from "#app/diary/found-client.ts";
import type { ShownRow } from "#app/diary/shown-row.ts";
import { commandsFor, type Finds } from "#app/routes/admin/find/commands.ts";

/** Something found, and where it leads. `kind` is said beside it. */
export type Target = { key: string; kind: string; to: string; title: string; about: string };

/** What a text finds, surest first: an appointment by its reference, clients, then pages and actions. */
type Anything = Found & { appointment: ShownRow | null };

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
