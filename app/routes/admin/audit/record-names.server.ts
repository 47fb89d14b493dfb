import { getUser } from "#app/accounts/users.db.server.ts";
import { listEditedServices, listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { viewName } from "#app/clients/client.ts";
import { clientsOf } from "#app/clients/clients.db.server.ts";
import { listRows } from "#app/diary/lists/appointment-list.db.server.ts";
import { getMessage } from "#app/messages/list-messages.server.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import type { AuditEntry } from "#app/platform/audit.server.ts";
import { dayInWords, localeMoment } from "#app/platform/date-time.ts";
import { listReviews } from "#app/site/reviews.server.ts";
import { getInvite } from "#app/team/invites.db.server.ts";

type Where = { zone: string; locale: string };

function daysOf(from: string, to: string): string {
  return from === to ? dayInWords(from) : `${dayInWords(from)} to ${dayInWords(to)}`;
}

/** The names of the records that entries are about or mention, by id; a deleted record has none. */
export async function recordNames(
  db: Queries,
  entries: readonly AuditEntry[],
  { zone, locale }: Where,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const idsOf = (kind: string) =>
    new Set(entries.filter(({ subject }) => subject.kind === kind).map(({ subject }) => subject.id));
  const merged = entries.flatMap(({ detail }) => (typeof detail.merged === "string" ? [detail.merged] : []));
  for (const row of await listRows(db, [...idsOf("appointment")])) {
    names.set(row.id, `${row.name || "Unknown"}, ${localeMoment(row.start, zone, locale)}`);
  }
  for (const client of await clientsOf(db, [...idsOf("client"), ...merged])) names.set(client.id, viewName(client));
  for (const { id, slug, title } of await listEditedServices(db)) names.set(id, title).set(slug, title);
  for (const { id, name } of await listEditedTherapists(db)) names.set(id, name);
  for (const { subject, detail } of entries) {
    const isTime = ["closure", "opening", "time-off"].includes(subject.kind);
    if (isTime && typeof detail.from === "string") names.set(subject.id, daysOf(detail.from, String(detail.to)));
  }
  if (idsOf("review").size > 0) for (const { id, name } of await listReviews(db)) names.set(id, `by ${name}`);
  for (const id of idsOf("user")) names.set(id, (await getUser(db, id))?.username ?? "");
  for (const id of idsOf("staff-invite")) names.set(id, (await getInvite(db, id))?.email ?? "");
  for (const id of idsOf("enquiry")) names.set(id, (await getMessage(db, id))?.subject ?? "");
  return names;
}
