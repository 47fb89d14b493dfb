import { daysBetween, localDateOf } from "#app/platform/zoned-time.ts";
import { type Fact, resultOfFact, type When } from "#app/reports/figure-fact.ts";

/** One service's share: number of appointments, total minutes, and income in pence. */
export type MixLine = { service: string; count: number; minutes: number; pence: number };

export function mixOf(facts: readonly Fact[], { now }: Pick<When, "now">): MixLine[] {
  const lines = new Map<string, MixLine>();
  for (const fact of facts) {
    if (resultOfFact(fact, now) !== "came") continue;
    const line = lines.get(fact.service) ?? { service: fact.service, count: 0, minutes: 0, pence: 0 };
    line.count += 1;
    line.minutes += fact.minutes;
    line.pence += fact.pricePence;
    lines.set(fact.service, line);
  }
  return [...lines.values()].sort((a, b) => b.count - a.count || a.service.localeCompare(b.service));
}

export type LeadTime = { label: string; count: number };

const LEADS = [
  { label: "Same day", upTo: 0 },
  { label: "1 to 2 days", upTo: 2 },
  { label: "3 to 7", upTo: 7 },
  { label: "8 to 14", upTo: 14 },
  { label: "15 or more", upTo: Number.POSITIVE_INFINITY },
];

/** Local days between booking and appointment. Cancelled appointments count: they were booked. */
export function leadTimesOf(facts: readonly Fact[], { zone }: Pick<When, "zone">): LeadTime[] {
  const counts = LEADS.map(({ label }) => ({ label, count: 0 }));
  for (const fact of facts) {
    const days = daysBetween(localDateOf(fact.createdAt, zone), localDateOf(fact.start, zone));
    const lead = counts[LEADS.findIndex(({ upTo }) => days <= upTo)];
    if (lead) lead.count += 1;
  }
  return counts;
}
