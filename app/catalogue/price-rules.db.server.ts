import type { PriceRule } from "#app/catalogue/quote.ts";
import type { ServiceLength } from "#app/catalogue/service.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

/** Of the left join of lengths with their rules. */
export const RULE_COLUMNS = [
  "price_rules.id as rule_id",
  "price_rules.therapist_id as rule_therapist",
  "from_day",
  "price_rules.price_pence as rule_pence",
] as const;

type JoinedRow = {
  minutes: number | null;
  price_pence: number | null;
  label: string | null;
  rule_id: string | null;
  rule_therapist: string | null;
  from_day: string | null;
  rule_pence: number | null;
};

/** The lengths of one service from rows in which each stands beside each of its rules, and beside other things. */
export function lengthsFrom(rows: readonly JoinedRow[]): ServiceLength[] {
  const lengths = new Map<number, ServiceLength & { byId: Map<string, PriceRule> }>();
  for (const { minutes, price_pence, label, rule_id, rule_therapist, from_day, rule_pence } of rows) {
    if (minutes === null || price_pence === null || label === null) continue;
    const known = lengths.get(minutes) ?? { minutes, pricePence: price_pence, label, byId: new Map() };
    lengths.set(minutes, known);
    if (rule_id === null || rule_pence === null) continue;
    known.byId.set(rule_id, { therapistId: rule_therapist, from: from_day, pricePence: rule_pence });
  }
  return [...lengths.values()].map(({ byId, ...length }) =>
    byId.size === 0 ? length : { ...length, rules: [...byId.values()] },
  );
}

export async function listRules(db: Queries): Promise<Tables["price_rules"][]> {
  return db.selectFrom("price_rules").selectAll().orderBy("from_day").execute();
}

/** Makes it everybody's price, or its therapist's at any time, in place of those that it follows. */
export async function applyRule(
  tx: Tx,
  rule: Tables["price_rules"],
  { replaced, now }: { replaced: readonly string[]; now: number },
): Promise<void> {
  const { id, service_id, minutes, price_pence, therapist_id } = rule;
  const gone = therapist_id === null ? [...replaced, id] : replaced;
  if (gone.length > 0) await tx.deleteFrom("price_rules").where("id", "in", gone).execute();
  if (therapist_id === null) {
    await tx
      .updateTable("service_lengths")
      .set({ price_pence })
      .where("service_id", "=", service_id)
      .where("minutes", "=", minutes)
      .execute();
  } else await tx.updateTable("price_rules").set({ from_day: null }).where("id", "=", id).execute();
  await tx.updateTable("services").set({ updated_at: now }).where("id", "=", service_id).execute();
}
