/** A pretend provider's switch. */
export const PAY_OUT = `<form method="post" action="/pay-out"><button>Pay out now</button></form>`;

/** Of a provider that says nothing of disputes. */
export const TAKE_BACK = `<form method="post" action="/take-back"><button>A bank takes the last payment back</button></form>`;

const DISPUTE_STEPS = {
  begin: "A bank disputes the last payment",
  answer: "It is answered",
  win: "It is won",
  lose: "It is lost",
};
export type DisputeStep = keyof typeof DISPUTE_STEPS;

/** What becomes of the last payment, step by step. */
export const DISPUTE = `<form method="post" action="/dispute">${Object.entries(DISPUTE_STEPS)
  .map(([step, words]) => `<p><button name="step" value="${step}">${words}</button></p>`)
  .join("")}</form>`;

type Paid = { payment_intent: string | null; amount_total: number };
type Back = { id: string; payment_intent: string; amount: number };
export type PretendDispute = {
  id: string;
  payment_intent: string;
  amount: number;
  currency: string;
  reason: string;
  status: string;
  created: number;
  due: number;
  /** What it moved, oldest first. */
  moves: { id: string; amount: number; fee: number }[];
};

type Disputing = Partial<Pick<PretendDispute, "amount" | "reason">> & {
  /** A bank only asks, and takes nothing. */
  isQuestion?: boolean;
};

type Source = { object: string; id: string; payment_intent: string };
type Entry = { id: string; amount: number; fee: number; reporting_category: string; source: Source };
type Payout = { id: string; amount: number; at: number; status: string; entries: Entry[] };

/** A premium card costs more: the fees here are those of most. */
export const pretendFee = (pence: number) => Math.round(pence * 0.015) + 20;
const DISPUTE_FEE = 2000;
const WEEK_MS = 7 * 86_400_000;

type Account = {
  sessions: ReadonlyMap<string, Paid>;
  /** Of kept cards. */
  charges: () => readonly Paid[];
  refunds: readonly Back[];
  nextId: (kind: string) => string;
  now: () => number;
  notify: (type: string, object: { id: string }) => void;
};

/** What a pretend Stripe owes, and what it sends to the bank. */
export function pretendBalance({ sessions, charges, refunds, nextId, now, notify }: Account) {
  const payouts: Payout[] = [];
  const disputes: PretendDispute[] = [];
  const entries = new Map<string, Entry>();

  const listPaid = (): Paid[] => [...sessions.values(), ...charges()];

  function follow(): void {
    for (const { payment_intent: intent, amount_total: amount } of listPaid()) {
      if (intent) enter({ kind: "charge", of: intent, intent, amount, fee: pretendFee(amount) });
    }
    for (const { id, payment_intent: intent, amount } of refunds) {
      enter({ kind: "refund", of: id, intent, amount: -amount, fee: 0 });
    }
    for (const { payment_intent: intent, moves } of disputes) {
      for (const { id, amount, fee } of moves) {
        enter({ kind: amount < 0 ? "dispute" : "dispute_reversal", of: id, intent, amount, fee });
      }
    }
  }

  type Entering = { kind: string; of: string; intent: string; amount: number; fee: number };

  function enter({ kind, of, intent, amount, fee }: Entering): void {
    if (entries.has(of)) return;
    const source = { object: kind, id: of, payment_intent: intent };
    entries.set(of, { id: nextId("txn"), amount, fee, reporting_category: kind, source });
  }

  /** Sends all that has not gone to the bank. `hides`: the payments that its report leaves out. */
  function payOut({ hides = [] }: { hides?: readonly string[] } = {}): Payout | null {
    follow();
    const gone = new Set(payouts.flatMap((one) => one.entries));
    const own = [...entries.values()].filter((one) => !gone.has(one));
    if (own.length === 0) return null;
    const amount = own.reduce((all, one) => all + one.amount - one.fee, 0);
    const listed = own.filter(({ source }) => !hides.includes(source.payment_intent));
    const payout = { id: nextId("po"), amount, at: now(), status: "paid", entries: listed };
    payouts.push(payout);
    notify("payout.paid", { id: payout.id });
    return payout;
  }

  /** The bank of whoever paid takes it back. */
  function dispute(intent: string, { isQuestion = false, ...typed }: Disputing = {}): PretendDispute | null {
    const paid = listPaid().find(({ payment_intent }) => payment_intent === intent);
    if (!paid || disputes.some(({ payment_intent }) => payment_intent === intent)) return null;
    const times = { created: Math.floor(now() / 1000), due: Math.floor((now() + WEEK_MS) / 1000) };
    const { amount = paid.amount_total, reason = "product_not_received" } = typed;
    const status = isQuestion ? "warning_needs_response" : "needs_response";
    const made = { id: nextId("du"), payment_intent: intent, amount, currency: "gbp", ...times, reason, status };
    const open: PretendDispute = { ...made, moves: isQuestion ? [] : [takes(amount)] };
    disputes.push(open);
    notify("charge.dispute.created", { id: open.id });
    if (!isQuestion) notify("charge.dispute.funds_withdrawn", { id: open.id });
    return open;
  }

  const takes = (amount: number) => ({ id: nextId("txn"), amount: -amount, fee: DISPUTE_FEE });

  /** What the practice or the bank does next about it. */
  function endDispute(id: string, step: Exclude<DisputeStep, "begin">): void {
    const own = disputes.find((one) => one.id === id);
    if (!own || own.status === "won" || own.status === "lost") return;
    if (step === "answer") {
      own.status = own.moves.length === 0 ? "warning_under_review" : "under_review";
      notify("charge.dispute.updated", { id });
      return;
    }
    if (step === "win" && own.moves.length > 0) {
      own.moves.push({ id: nextId("txn"), amount: own.amount, fee: -DISPUTE_FEE });
      notify("charge.dispute.funds_reinstated", { id });
    }
    own.status = own.moves.length === 0 ? "warning_closed" : step === "win" ? "won" : "lost";
    notify("charge.dispute.closed", { id });
  }

  /** The switch on its page: about the payment that was made last. */
  function stepDispute(step: string): void {
    const last = listPaid().findLast(({ payment_intent }) => payment_intent !== null)?.payment_intent;
    if (step === "begin" && last) return void dispute(last);
    const known = disputes.at(-1);
    if (known && (step === "answer" || step === "win" || step === "lose")) endDispute(known.id, step);
  }

  /** Null: the path is none of these lists. */
  function list(path: string, search: URLSearchParams): object | null {
    if (path === "/v1/payouts") {
      const since = Number(search.get("arrival_date[gte]") ?? 0);
      return pageOf(payouts.filter(({ at }) => at / 1000 >= since).map(viewPayout), search);
    }
    if (path === "/v1/disputes") {
      const since = Number(search.get("created[gte]") ?? 0);
      return pageOf(disputes.filter(({ created }) => created >= since).map(viewDispute), search);
    }
    if (path !== "/v1/balance_transactions") return null;
    const payout = payouts.find(({ id }) => id === search.get("payout"));
    const own = { id: `txn_of_${payout?.id}`, amount: -(payout?.amount ?? 0), fee: 0, type: "payout" };
    const itself = { ...own, reporting_category: "payout", source: payout?.id };
    const rows = payout
      ? [itself, ...payout.entries.map((one) => ({ ...one, type: TYPES[one.reporting_category] }))]
      : [];
    return pageOf(rows, search);
  }

  return { payOut, dispute, endDispute, stepDispute, disputes, payouts, list };
}

const TYPES: Record<string, string> = {
  charge: "charge",
  refund: "refund",
  dispute: "adjustment",
  dispute_reversal: "adjustment",
};

function viewDispute({ due, moves, ...dispute }: PretendDispute) {
  return {
    ...{ object: "dispute", livemode: false, charge: `ch_of_${dispute.payment_intent}`, metadata: {} },
    ...{ ...dispute, is_charge_refundable: false, evidence: {}, balance_transactions: moves },
    evidence_details: { due_by: due, has_evidence: false, past_due: false, submission_count: 0 },
  };
}

function viewPayout({ id, amount, at, status }: Payout) {
  const arrival = Math.floor(at / 86_400_000) * 86_400;
  return { object: "payout", id, amount, currency: "gbp", arrival_date: arrival, automatic: true, status };
}

function pageOf<Row extends { id: string }>(rows: readonly Row[], search: URLSearchParams): object {
  const after = search.get("starting_after");
  const rest = after === null ? rows : rows.slice(rows.findIndex(({ id }) => id === after) + 1);
  const limit = Number(search.get("limit") ?? 10);
  return { object: "list", data: rest.slice(0, limit), has_more: rest.length > limit };
}
