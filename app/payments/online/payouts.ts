import type { PayoutLine } from "#app/payments/online/provider.ts";

/** What this site knows of a payment at the provider. `refunds`: pence that went back, each by itself; `at`: epoch ms. */
export type OwnPayment = { ref: string; pence: number; name: string | null; at: number; refunds: readonly number[] };

export type Payout = { day: string; pence: number; lines: readonly PayoutLine[] };

/** `extra`: this site knows nothing of it; `differs`: its amount is another than ours. */
export type JudgedLine = PayoutLine & { own: OwnPayment | null; fault: "extra" | "differs" | null };

/** `offPence`: what arrived beyond the sum of the lines. `missing`: ours that no payout has. */
export type JudgedPayout = {
  lines: JudgedLine[];
  sums: Record<PayoutLine["line"], { count: number; pence: number }>;
  feePence: number;
  offPence: number;
  missing: OwnPayment[];
};

type Known = {
  own: readonly OwnPayment[];
  /** Every line of other payouts that is about the same payments, in the order in which they arrived before this one. */
  before: readonly PayoutLine[];
  /** What stands in any payout. */
  isPaidOut: (ref: string) => boolean;
  /** A payment before then is looked for in earlier payouts. Epoch ms. */
  since: number;
};

/** Matches each line to what this site knows, to the penny: bank line = payments − fees − refunds − disputes. */
export function judgePayout({ pence, lines }: Payout, { own, before, isPaidOut, since }: Known): JudgedPayout {
  const byRef = new Map(own.map((one) => [one.ref, one]));
  const left = new Map(own.map(({ ref, refunds }) => [ref, [...refunds]]));
  for (const line of before) if (line.line === "refund") takeRefund(left, line);
  const judged = lines.map((line): JudgedLine => {
    const known = (line.ref !== null && byRef.get(line.ref)) || null;
    return { ...line, own: known, fault: faultOf(line, known, left) };
  });
  const sums: JudgedPayout["sums"] = {
    payment: { count: 0, pence: 0 },
    refund: { count: 0, pence: 0 },
    dispute: { count: 0, pence: 0 },
    other: { count: 0, pence: 0 },
  };
  let feePence = 0;
  for (const line of judged) {
    sums[line.line].count += 1;
    sums[line.line].pence += line.pence;
    feePence += line.feePence;
  }
  const sum = Object.values(sums).reduce((all, one) => all + one.pence, 0) - feePence;
  const newest = newestOf(judged);
  const missing = own.filter(({ ref, at }) => at > since && at < newest && !isPaidOut(ref));
  return { lines: judged, sums, feePence, offPence: pence - sum, missing };
}

/** When the last payment in it was made; 0: it has none of ours. Epoch ms. */
export const newestOf = (lines: readonly Pick<JudgedLine, "line" | "own">[]) =>
  Math.max(0, ...lines.map(({ line, own }) => (line === "payment" ? (own?.at ?? 0) : 0)));

/** Whether nothing of it is to be looked at by a person. */
export const addsUp = ({ lines, offPence, missing }: JudgedPayout) =>
  offPence === 0 && missing.length === 0 && lines.every(({ fault }) => fault === null);

function faultOf(line: PayoutLine, own: OwnPayment | null, left: Map<string, number[]>): JudgedLine["fault"] {
  // What the provider takes or gives by itself has nothing of ours.
  if (line.line === "other") return null;
  if (!own) return "extra";
  if (line.line === "payment") return line.pence === own.pence ? null : "differs";
  return line.line === "dispute" || takeRefund(left, line) ? null : "extra";
}

function takeRefund(left: Map<string, number[]>, { ref, pence }: PayoutLine): boolean {
  const own = left.get(ref ?? "") ?? [];
  const found = own.indexOf(-pence);
  if (found < 0) return false;
  own.splice(found, 1);
  return true;
}
