import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import { hasViewStatus, isUnproven } from "#app/appointments/appointments.db.server.ts";
import { isOfClient, isResult } from "#app/appointments/result.db.server.ts";
import { clientsMatching, findClientsByPieces } from "#app/clients/client-list.db.server.ts";
import {
  type AppointmentListFilter,
  type AppointmentListSort,
  searchTerms,
} from "#app/diary/lists/appointment-list.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import { addDays, startOfDay } from "#app/platform/date-time.ts";
import type { Scope } from "#app/platform/permissions.ts";

/** `since`: nothing before it is looked at. */
export type ListQuery = {
  filter: AppointmentListFilter;
  scope: Scope;
  zone: string;
  now: number;
  changeNotice: number;
  since?: number | null;
};

type Condition = (eb: ExpressionBuilder<Tables, "appointments">) => Expression<SqlBool>;

// Of a list without an end or a beginning, as much as anybody asks about.
const LONG_AGO_MS = 8 * 366 * 86_400_000;
const FAR_AHEAD_MS = 2 * 366 * 86_400_000;

/** For queries of the table `appointments` under its own name. */
export function matching({ filter, scope, zone, now, changeNotice, since }: ListQuery): Condition {
  return (eb) => {
    const all: Expression<SqlBool>[] = [isWithin(scope)];
    const start = filter.from && startOfDay(filter.from, zone);
    const end = filter.to && startOfDay(addDays(filter.to, 1), zone);
    const earliest = Math.max(start || 0, since ?? 0);
    const within = { start: earliest || now - LONG_AGO_MS, end: end || now + FAR_AHEAD_MS };
    if (earliest) all.push(eb("starts_at", ">=", earliest));
    if (end) all.push(eb("starts_at", "<", end));
    if (filter.status) all.push(hasViewStatus(filter.status));
    if (filter.therapist) {
      const therapist = eb.selectFrom("therapists").select("id").where("slug", "=", filter.therapist);
      all.push(eb("therapist_id", "=", therapist));
    }
    if (filter.service) {
      all.push(eb("service_id", "=", eb.selectFrom("services").select("id").where("slug", "=", filter.service)));
    }
    if (filter.result) all.push(isResult(filter.result, { now, zone, changeNotice, within }));
    if (filter.client) all.push(filter.client === "none" ? eb("client_id", "is", null) : isOfClient(filter.client));
    if (filter.source) all.push(filter.source === "none" ? eb("source", "is", null) : eb("source", "=", filter.source));
    if (filter.proof) all.push(isUnproven, eb("starts_at", ">", now));
    if (filter.text) all.push(eb.or(textConditions(eb, filter.text)));
    return eb.and(all);
  };
}

// Folded by us on writing. Rows from another program are at least found by their plain letters.
const SEARCHED = sql`coalesce(appointments.search,
  lower(appointments.name || ' ' || coalesce(appointments.email, '')), lower(appointments.email))`;

function textConditions(eb: ExpressionBuilder<Tables, "appointments">, text: string): Expression<SqlBool>[] {
  const { letters, digits, reference } = searchTerms(text);
  const pattern = `%${letters.replace(/[\\%_]/g, "\\$&")}%`;
  const either: Expression<SqlBool>[] = [sql<SqlBool>`${SEARCHED} like ${pattern} escape '\\'`];
  if (digits) either.push(eb("appointments.phone", "like", `%${digits}%`));
  if (reference) either.push(eb("reference", "=", reference));
  return either;
}

export type ListOrder = { sort: AppointmentListSort; down: boolean };

// An index has each of these orders.
const ORDERS = {
  date: ["starts_at"],
  name: ["lower(name)"],
  email: ["lower(email)"],
  status: ["lower(status)", "starts_at"],
};

/** For `orderBy`, of anything with the columns of an appointment that a list is sorted by. */
export function inOrder({ sort, down }: ListOrder): RawBuilder<unknown> {
  const direction = sql.raw(down ? "desc" : "asc");
  return sql.join([...ORDERS[sort], "id"].map((column) => sql`${sql.raw(column)} ${direction}`));
}

/** A search that finds more than these is answered along the order of the list: a page of many is found soon. */
export const FEW = 1000;

// Whose words may be others than those of their client's record.
const LATEST = 5000;

// An expression, so that the clients are read first: SQLite would walk all appointments and look up the client of each.
const CLIENT_FIRST = sql<string>`clients.id || ''`;

/**
 * The ids of all that a search finds, in no order, when they are few; otherwise null. It reads the clients, of whom
 * there are far fewer, and then their appointments; beside them the latest, those of nobody, and those with details of
 * their own that nobody has judged (decisions/0411).
 */
export async function searchFew(db: Queries, listQuery: ListQuery): Promise<string[] | null> {
  const text = listQuery.filter.text ?? "";
  const { reference } = searchTerms(text);
  const found = new Set<string>();
  const matches = db
    .selectFrom("appointments")
    .select("appointments.id")
    .where(matching(listQuery))
    .limit(FEW + 1);
  const latest = db
    .selectFrom("appointments")
    .selectAll()
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc")
    .limit(LATEST)
    .as("appointments");
  const clients = await findClientsByPieces(db, text);
  const searches = [
    clients && clients.total <= FEW
      ? matches.where(sql<SqlBool>`client_id in ${clients.ids}`)
      : db
          .selectFrom("clients")
          .innerJoin("appointments", (join) => join.on("appointments.client_id", "=", CLIENT_FIRST))
          .select("appointments.id")
          .where(clientsMatching(text))
          .where((eb) => matching(listQuery)(eb))
          .limit(FEW + 1),
    db
      .selectFrom(latest)
      .select("appointments.id")
      .where((eb) => matching(listQuery)(eb))
      .limit(FEW + 1),
    matches.where("client_id", "is", null),
    matches.where("details_differ", "=", 1),
    ...(reference ? [matches.where("reference", "=", reference)] : []),
  ];
  for (const search of searches) {
    for (const { id } of await search.execute()) found.add(id);
    if (found.size > FEW) return null;
  }
  return [...found];
}
