import { sql } from "kysely";
import { expect, test } from "vitest";
import { type AppointmentListRow, appointmentListFilterFrom, PAGE_SIZE } from "#app/diary/lists/appointment-list.ts";
import { listAppointments } from "#app/diary/lists/list-appointments.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { MOST_LISTED } from "#app/platform/database/most-listed.ts";
import type { Actor, Staff } from "#app/platform/permissions.ts";
import { insertVisits, type PastVisit } from "#tests/support/past-visits.ts";
import { practice } from "#tests/support/practice.ts";
import { anyVisits, slowChecks } from "#tests/support/slow-report.ts";
import { demoApp } from "#tests/support/test-app.ts";

const VISITS = anyVisits(110);

const tom: Staff = {
  ...{ kind: "staff", userId: "tom", roles: ["therapist"], therapistId: "demo-tom-ellery" },
  choices: [],
};

type Order = { sort: "date" | "status"; down: boolean };
type Asked = { actor: Actor; query: string } & Order;

async function everyPage(app: AppContext, { actor, query, ...order }: Asked): Promise<string[]> {
  const filter = appointmentListFilterFrom(new URLSearchParams(query));
  const rows: AppointmentListRow[] = [];
  for (let page = 1; ; page++) {
    const answer = await listAppointments(app, actor, { filter, ...order, page });
    rows.push(...answer.rows);
    if (answer.rows.length === PAGE_SIZE) continue;
    expect(answer.total, query).toBe(rows.length);
    return rows.map(({ id }) => id);
  }
}

function sorted(visits: readonly PastVisit[], { sort, down }: Order): string[] {
  const keyOf = ({ start, status }: PastVisit) => (sort === "status" ? status.toLowerCase() : "") + start;
  const before = (one: PastVisit, other: PastVisit) =>
    keyOf(one) < keyOf(other) || (keyOf(one) === keyOf(other) && one.id < other.id);
  const up = visits.toSorted((one, other) => (before(one, other) ? -1 : 1)).map(({ id }) => id);
  return down ? up.reverse() : up;
}

test("a filter that no index knows finds what a slow look at every visit finds, in each order, as far as a part reaches", async () => {
  const app = await demoApp();
  await insertVisits(app, VISITS);
  const is = slowChecks(VISITS, { now: app.clock.now(), changeNotice: 1440 });
  const filters: [string, (visit: PastVisit) => boolean][] = [
    ...(["came", "unrecorded", "ahead", "missed", "late", "booked", "again"] as const).map(
      (name): [string, (visit: PastVisit) => boolean] => [`result=${name}`, is[name]],
    ),
    ["client=new", is.first],
    ["client=returning", (visit) => visit.client !== null && !is.first(visit)],
    ["client=none", ({ client }) => client === null],
    ["source=none", ({ source }) => source === null],
    ["source=api&result=came", (visit) => visit.source === "api" && is.came(visit)],
  ];
  const orders: Order[] = [
    { sort: "date", down: true },
    { sort: "status", down: false },
  ];
  for (const [query, check] of filters) {
    for (const order of orders) {
      const all = sorted(VISITS.filter(check), order);
      expect(all.length, query).toBeGreaterThan(0);
      expect(await everyPage(app, { actor: practice, query, ...order }), query).toEqual(all);
    }
    const own = VISITS.filter((visit) => check(visit) && visit.therapist === tom.therapistId);
    const order = { sort: "date", down: false } as const;
    expect(await everyPage(app, { actor: tom, query, ...order }), query).toEqual(sorted(own, order));
  }
});

test("they look at the latest 10,000, whatever the order, and say since when", async () => {
  const app = await demoApp();
  const [visit] = VISITS;
  if (!visit) throw new Error("No visit");
  await insertVisits(app, [{ ...visit, id: "first", client: null, start: 0, status: "Confirmed", cancelled: null }]);
  const others = MOST_LISTED + 20;
  await sql`insert into appointments (id, reference, manage_hash, starts_at, ends_at, reference_prefix, service_id,
      therapist_id, service_title, minutes, price_pence, block_start, block_end, status, sequence, contact_version,
      details_differ, link_version, created_at, updated_at)
    with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(others)})
    select 'many-' || i, 'M' || i, 'M' || i, i * 60000, i * 60000 + 1, reference_prefix, service_id, therapist_id,
      service_title, minutes, price_pence, i * 60000, i * 60000 + 1, status, sequence, contact_version, details_differ,
      link_version, created_at, updated_at from appointments, numbers`.execute(app.db.kysely);
  const filter = appointmentListFilterFrom(new URLSearchParams("client=none"));
  const list = (page: number, down: boolean) => listAppointments(app, practice, { filter, sort: "date", down, page });
  const first = await list(1, true);
  expect([first.rows[0]?.id, first.total, first.since]).toEqual([`many-${others}`, MOST_LISTED + 1, 20 * 60_000]);
  expect((await list(1, false)).rows[0]?.id).toBe("many-20");
  expect((await list(MOST_LISTED / PAGE_SIZE, true)).rows.at(-1)?.id).toBe("many-21");
});
