import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { isOfClient, isResult } from "#app/appointments/result.db.server.ts";
import { isShownAs, isUnproven } from "#app/appointments/status.db.server.ts";
import { type AppointmentListFilter, searchTerms } from "#app/diary/appointment-list.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import type { Reach } from "#app/platform/permissions.ts";
import { addDays, startOfDay } from "#app/platform/zoned-time.ts";

/** `since`: nothing before it is looked at. */
export type ListQuery = {
  filter: AppointmentListFilter;
  reach: Reach;
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
export function matching({ filter, reach, zone, now, changeNotice, since }: ListQuery): Condition {
  return (eb) => {
    const all: Expression<SqlBool>[] = [isWithin(reach)];
    const start = filter.from && startOfDay(filter.from, zone);
    const end = filter.to && startOfDay(addDays(filter.to, 1), zone);
    const earliest = Math.max(start || 0, since ?? 0);
    const within = { start: earliest || now - LONG_AGO_MS, end: end || now + FAR_AHEAD_MS };
    if (earliest) all.push(eb("starts_at", ">=", earliest));
    if (end) all.push(eb("starts_at", "<", end));
    if (filter.status) all.push(isShownAs(filter.status));
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
