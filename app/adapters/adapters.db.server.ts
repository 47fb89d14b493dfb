import { ADAPTER_NAMES, type Adapter, type AdapterName } from "#app/adapters/adapter.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";

export async function listAdapters(db: Queries): Promise<Adapter[]> {
  const rows = await db.selectFrom("adapters").selectAll().orderBy("name").execute();
  return rows.flatMap(({ name, state, since, fault, told_at }) =>
    name in ADAPTER_NAMES && (state === "ok" || state === "failing" || state === "revoked")
      ? { name: name as AdapterName, state, since, fault, notifiedAt: told_at }
      : [],
  );
}

/** How many don't work. */
export function selectFailing(db: Queries) {
  return db
    .selectFrom("adapters")
    .select((eb) => eb.fn.countAll<number>().as("failing"))
    .where("name", "in", Object.keys(ADAPTER_NAMES))
    .where("state", "in", ["failing", "revoked"]);
}

export async function getAdapter(db: Queries, name: AdapterName): Promise<Adapter | null> {
  return (await listAdapters(db)).find((adapter) => adapter.name === name) ?? null;
}

/** Begins with no state to complain of; what is there already stays. */
export async function addAdapter(db: Queries, name: AdapterName, now: number): Promise<void> {
  await db
    .insertInto("adapters")
    .values({ name, state: "ok", since: now, fault: null, told_at: null, next_at: 0, facts: "{}" })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
}

export async function removeAdapter(db: Queries, name: AdapterName): Promise<void> {
  await db.deleteFrom("adapters").where("name", "=", name).execute();
  await db.deleteFrom("hook_events").where("adapter", "=", name).execute();
}

type Fares = Pick<Adapter, "name" | "state" | "since" | "fault" | "notifiedAt">;

export async function writeState(tx: Tx, { name, state, since, fault, notifiedAt }: Fares): Promise<void> {
  await tx.updateTable("adapters").set({ state, since, fault, told_at: notifiedAt }).where("name", "=", name).execute();
}

/** True for the one process that may ask now; the next turn is due at `nextAt`. */
export async function takeTurn(
  db: Queries,
  { name, now, nextAt }: { name: AdapterName; now: number; nextAt: number },
): Promise<boolean> {
  const outcome = await db
    .updateTable("adapters")
    .set({ next_at: nextAt })
    .where("name", "=", name)
    .where("next_at", "<=", now)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

export async function postponeTurn(db: Queries, name: AdapterName, nextAt: number): Promise<void> {
  await db.updateTable("adapters").set({ next_at: nextAt }).where("name", "=", name).execute();
}

/** What the adapter's own room remembers; null while it is not set up. */
export async function getFacts(db: Queries, name: AdapterName): Promise<unknown> {
  const row = await db.selectFrom("adapters").select("facts").where("name", "=", name).executeTakeFirst();
  return row ? JSON.parse(row.facts) : null;
}

export async function writeFacts(db: Queries, name: AdapterName, facts: object): Promise<void> {
  await db
    .updateTable("adapters")
    .set({ facts: JSON.stringify(facts) })
    .where("name", "=", name)
    .execute();
}
