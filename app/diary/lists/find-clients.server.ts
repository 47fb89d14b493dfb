import { attendedInWords } from "#app/appointments/attendance.ts";
import { listLatest, summariseHistory } from "#app/appointments/clients/client-history.db.server.ts";
import { type HistorySummary, type LatestAppointment, NO_HISTORY } from "#app/appointments/clients/client-history.ts";
import { type Client, viewName } from "#app/clients/client.ts";
import { findClients, findClientsBySound } from "#app/clients/client-list.db.server.ts";
import { latestNotes } from "#app/clients/client-notes.server.ts";
import { clientsWithin } from "#app/clients/clients.db.server.ts";
import { getByReference } from "#app/diary/lists/appointment-list.db.server.ts";
import { searchTerms } from "#app/diary/lists/appointment-list.ts";
import type { Found, FoundClient, NextBooking } from "#app/diary/lists/found-client.ts";
import { dateAndTime, type RowView, viewRow } from "#app/diary/lists/row-view.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { localDateOf, localeMoment, localMinuteOf } from "#app/platform/date-time.ts";
import { priceInProse } from "#app/platform/money-words.ts";
import { type Actor, covers, ownTherapistOf, requireScope, type Scope, scopeFor } from "#app/platform/permissions.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { folded } from "#app/platform/search-text.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** The clients whom a text means, and the appointment whose reference it is. Each within the actor's reach. */
export async function findAnything(
  app: AppContext,
  actor: Actor,
  { text, locale }: { text: string; locale: string },
): Promise<Found & { appointment: RowView | null }> {
  const { reference } = searchTerms(text.trim());
  const scope = scopeFor(actor, "see", "appointments");
  const row = reference && scope ? await getByReference(app.db.kysely, reference, scope) : null;
  const found = await findClientsFor(app, actor, { text, locale });
  if (!row) return { ...found, appointment: null };
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return { ...found, appointment: viewRow(row, { zone, locale, now: app.clock.now() }) };
}

const MOST = 8;
const FEWEST_LETTERS = 2;
const EVER = Number.MAX_SAFE_INTEGER;

/** Who is meant by a few letters, the end of a number or an address, with what a booking needs to know of them. */
export async function findClientsFor(
  app: AppContext,
  actor: Actor,
  { text, locale }: { text: string; locale: string },
): Promise<Found> {
  const scope = requireScope(actor, "see", "clients");
  if (folded(text).length < FEWEST_LETTERS) return { clients: [], more: false };
  const limit = { most: MOST + 1, scope };
  const spelt = await findClients(app.db.kysely, text, limit);
  const clients = spelt.length > 0 ? spelt : await findClientsBySound(app.db.kysely, text, limit);
  return {
    clients: await inWords(app, actor, { clients: clients.slice(0, MOST), scope, locale }),
    more: clients.length > MOST,
  };
}

/** The client whom the practice chose. Null if merged or erased since. */
export async function getFoundClient(
  app: AppContext,
  actor: Actor,
  { id, locale }: { id: string; locale: string },
): Promise<FoundClient | null> {
  const scope = requireScope(actor, "see", "clients");
  const clients = (await clientsWithin(app.db.kysely, [id], scope)).filter(({ erasedAt }) => erasedAt === null);
  return (await inWords(app, actor, { clients, scope, locale }))[0] ?? null;
}

type ViewOptions = { clients: readonly Client[]; scope: Scope; locale: string };

/** The same of clients who were found in another way. */
export async function inWords(
  app: AppContext,
  actor: Actor,
  { clients, scope, locale }: ViewOptions,
): Promise<FoundClient[]> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const clientIds = clients.map(({ id }) => id);
  const summaries = await summariseHistory(db, { clientIds, scope, now });
  const latest = await listLatest(db, { clientIds, scope, before: EVER });
  const latestPast = await listLatest(db, { clientIds, scope, before: now });
  const notes = await latestNotes(db, await withNotes(db, clientIds, scopeFor(actor, "see", "notes")));
  const { settings, therapists } = await readPractice(app);
  const { zone } = settings.bookingRules;
  const own = ownTherapistOf(actor);
  const alertOf = ({ id, alert }: Client): string | null => {
    if (!alert) return null;
    const therapist = therapists.find(({ slug }) => slug === latest.get(id)?.therapistSlug);
    if (therapist?.id === own && own !== null) return "on their record";
    return therapist ? `ask ${therapist.short}` : "ask their therapist";
  };
  return clients.map((client) =>
    foundClient(
      {
        client,
        summary: summaries.get(client.id) ?? NO_HISTORY,
        latest: latest.get(client.id),
        lastAppointment: latestPast.get(client.id),
        note: notes.get(client.id),
        alert: alertOf(client),
      },
      { zone, locale, now },
    ),
  );
}

const DAY_MS = 86_400_000;
const USUAL_DAYS = 28;

/** What to book after an appointment: as long after it as they usually leave. Null without a client, or beyond scope. */
export async function getNextBooking(
  app: AppContext,
  actor: Actor,
  { appointmentId, locale }: { appointmentId: string; locale: string },
): Promise<NextBooking | null> {
  const scope = requireScope(actor, "see", "appointments");
  const row = await app.db.kysely
    .selectFrom("appointments")
    .select(["client_id", "starts_at", "therapist_id"])
    .where("id", "=", appointmentId)
    .executeTakeFirst();
  if (!row?.client_id || !covers(scope, row.therapist_id)) return null;
  const client = await getFoundClient(app, actor, { id: row.client_id, locale });
  if (!client) return null;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const summaries = await summariseHistory(app.db.kysely, {
    clientIds: [row.client_id],
    scope,
    now: app.clock.now(),
  });
  const usual = summaries.get(row.client_id)?.everyDays ?? USUAL_DAYS;
  // Whole weeks: most people have a day of the week that suits them.
  const days = Math.max(7, Math.round(usual / 7) * 7);
  const hour = String(Math.floor(localMinuteOf(row.starts_at, zone) / 60));
  return { client, from: localDateOf(row.starts_at + days * DAY_MS, zone), hour };
}

/** Those of the clients whose notes are within scope. */
async function withNotes(db: Queries, ids: readonly string[], scope: Scope | null): Promise<readonly string[]> {
  if (scope === "all") return ids;
  return scope === null ? [] : (await clientsWithin(db, ids, scope)).map(({ id }) => id);
}

type Known = {
  client: Client;
  summary: HistorySummary;
  latest: LatestAppointment | undefined;
  lastAppointment: LatestAppointment | undefined;
  note: string | undefined;
  alert: string | null;
};

type Where = { zone: string; locale: string; now: number };

function foundClient({ client, summary, latest, lastAppointment, note, alert }: Known, where: Where): FoundClient {
  const phone = client.phone ? readablePhone(client.phone) : "";
  const email = client.email ?? "";
  const past = lastAppointment?.status === "Cancelled" ? undefined : lastAppointment;
  const lastDay = past && dateAndTime(past.start, where).date;
  const { visits, missed } = summary;
  return {
    id: client.id,
    name: viewName(client),
    contact: { name: client.name ?? "", phone, email },
    line: [phone || email, past && `last ${lastDay}, ${past.serviceTitle}, ${priceInProse(past.pricePence)}`]
      .filter(Boolean)
      .join(" · "),
    visits: visits === 0 ? "no visits yet" : `${visits} ${visits === 1 ? "visit" : "visits"}`,
    next: summary.next === null ? "none booked" : localeMoment(summary.next, where.zone, where.locale),
    last: past ? `${lastDay}, ${attendedInWords(past, where.now)}` : "none",
    missed: visits === 0 ? "none" : `${missed || "none"} of ${visits}`,
    practicalNote: client.practicalNote,
    alert,
    note: note === undefined ? null : firstLineOf(note),
    isKnown: visits > 0 || summary.next !== null,
    again: latest
      ? { service: latest.serviceSlug, minutes: String(latest.minutes), therapist: latest.therapistSlug }
      : null,
  };
}

const LONGEST_LINE = 120;

function firstLineOf(note: string): string {
  const [first = "", ...more] = note.trim().split("\n");
  const line = first.trim();
  if (line.length > LONGEST_LINE) return `${line.slice(0, LONGEST_LINE).trimEnd()}…`;
  return more.length > 0 ? `${line}…` : line;
}
