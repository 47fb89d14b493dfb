import { type RawBuilder, sql } from "kysely";
import type { AppointmentListSort } from "#app/diary/appointment-list.ts";

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
