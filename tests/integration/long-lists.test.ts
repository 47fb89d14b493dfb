import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql, ValueNode } from "kysely";
import { expect, test } from "vitest";
import { listUserRows } from "#app/accounts/users/list-users.server.ts";
import { getDemoGoing } from "#app/demo/end-demo.server.ts";
import { appointmentListFilterFrom } from "#app/diary/lists/appointment-list.ts";
import { listAppointments } from "#app/diary/lists/list-appointments.server.ts";
import { listStrandedRows } from "#app/diary/stranded/stranded.db.server.ts";
import { measureArchive } from "#app/moving/archive/measure-archive.server.ts";
import { countAuditLog, hasAuditLog, listAuditLog } from "#app/platform/audit.server.ts";
import { MOST_LISTED } from "#app/platform/database/most-listed.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp, type TestApp, testApp } from "#tests/support/test-app.ts";

const EVERYTHING = { kind: null, subject: null };

/** How SQLite answers each statement of a piece of work. */
async function plansOf(app: TestApp, work: (watched: TestApp) => Promise<unknown>): Promise<string[]> {
  const nodes: RootOperationNode[] = [];
  const noting: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work({ ...app, db: { ...app.db, kysely: app.db.kysely.withPlugin(noting) } });
  const plans: string[] = [];
  for (const node of nodes) {
    const { sql: text, parameters } = app.db.kysely.getExecutor().compileQuery(node, { queryId: "plan" });
    const asked = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
    const { rows } = await app.db.kysely.executeQuery<{ detail: string }>(asked);
    const most =
      "limit" in node && node.limit && ValueNode.is(node.limit.limit) ? [`AT MOST ${node.limit.limit.value}`] : [];
    plans.push([...rows.map(({ detail }) => detail), ...most].join("; "));
  }
  return plans;
}

const place = { sort: "date", down: true, page: 1 } as const;

test.each([
  ["", "appointments_order"],
  ["status=pending", "appointments_pending_order"],
  ["therapist=imogen-hartley", "appointments_therapist_order"],
  ["service=deep-tissue-massage", "appointments_service_order"],
])("a page of appointments is read along an index and never sorted: ?%s", async (query, index) => {
  const app = await demoApp({ engine: "sqlite" });
  const filter = appointmentListFilterFrom(new URLSearchParams(query));
  const plans = await plansOf(app, (watched) => listAppointments(watched, practice, { filter, ...place }));
  const ofList = plans.filter((plan) => plan.includes(index));
  // The page, and its count.
  expect(ofList.length).toBeGreaterThanOrEqual(2);
  for (const plan of ofList) expect(plan).not.toContain("TEMP B-TREE");
});

test("a search reads the clients and then their appointments, not every appointment", async () => {
  const app = await demoApp({ engine: "sqlite" });
  const filter = appointmentListFilterFrom(new URLSearchParams("q=somebody"));
  const plans = await plansOf(app, (watched) => listAppointments(watched, practice, { filter, ...place }));
  expect(plans.join("\n")).toMatch(/SCAN clients .*; SEARCH appointments USING INDEX appointments_client /);
  const walks = /SCAN appointments(?! USING (COVERING INDEX appointments_order|INDEX appointments_details_differ))/;
  const latest = /^SCAN appointments USING INDEX appointments_order; AT MOST 5000$/;
  const ofLatest = /^CO-ROUTINE appointments; SCAN appointments USING INDEX appointments_order; SCAN appointments; AT/;
  expect(plans.filter((plan) => walks.test(plan) && !latest.test(plan) && !ofLatest.test(plan))).toEqual([]);
});

test("stranded appointments are read from their own short list, not by walking every appointment", async () => {
  const app = await demoApp({ engine: "sqlite" });
  const [plan] = await plansOf(app, (watched) => listStrandedRows(watched.db.kysely, 0));
  expect(plan).toMatch(/^SCAN noted.*; SEARCH appointments USING (COVERING )?INDEX \S+ \(.*id=\?/);
});

test("users, and every kind of audit line, are read along an index", async () => {
  const app = await testApp({ engine: "sqlite" });
  const plans = await plansOf(app, async (watched) => {
    const { kysely } = watched.db;
    await listUserRows(kysely, { text: "", page: 1, now: 0 });
    const people = { ...EVERYTHING, isOfPeople: true };
    await hasAuditLog(kysely, people);
    for (const filter of [EVERYTHING, people, { ...EVERYTHING, kind: "client" }, { ...EVERYTHING, subject: "x" }])
      await listAuditLog(kysely, { filter, from: 0, limit: 50 });
  });
  const ofAudit = plans.filter((plan) => plan.includes("audit"));
  expect(ofAudit).toHaveLength(5);
  for (const plan of ofAudit)
    expect(plan).toMatch(/^(SCAN|SEARCH) audit USING (COVERING )?INDEX audit_\w+( \(\w+=\?\))?(; AT MOST \d+)?$/);
  expect(plans[0]).toContain("users_order");
});

test("what ending the demo removes is found by its marks, not among all appointments", async () => {
  const app = await demoApp({ engine: "sqlite" });
  await app.db.kysely.insertInto("demo_marks").values({ kind: "client", id: "a-client" }).execute();
  const plans = await plansOf(app, (watched) => getDemoGoing(watched, practice));
  expect(plans.join("\n")).toContain("SEARCH appointments USING INDEX appointments_client");
  expect(plans.join("\n")).not.toContain("SCAN appointments");
});

test("a file of everything tells how large it will be without counting every row", async () => {
  const app = await testApp();
  const before = await measureArchive(app, practice);
  const lines = 3 * MOST_LISTED;
  await insertLines(app, lines);
  // As it does by itself after as many.
  if (app.db.engine === "postgres") await sql`analyze audit`.execute(app.db.kysely);
  const after = await measureArchive(app, practice);
  expect(after.tables).toEqual({ ...before.tables, audit: MOST_LISTED + 1 });
  expect(after.bytes - before.bytes).toBeGreaterThan(lines * 125);
  expect(after.bytes - before.bytes).toBeLessThan(lines * 135);
});

test("a list counts no further than it shows", async () => {
  const app = await testApp();
  await insertLines(app, MOST_LISTED + 50);
  expect(await countAuditLog(app.db.kysely, EVERYTHING)).toBe(MOST_LISTED + 1);
  expect(await countAuditLog(app.db.kysely, { ...EVERYTHING, kind: "user" })).toBe(0);
});

async function insertLines({ db }: TestApp, count: number): Promise<void> {
  await sql`insert into audit (id, at, actor, action, subject_kind, subject_id, detail)
    with recursive numbers(i) as (select 1 union all select i + 1 from numbers where i < ${sql.lit(count)})
    select 'line ' || i, i, 'system', 'test', 'client', 'x', '{}' from numbers`.execute(db.kysely);
}
