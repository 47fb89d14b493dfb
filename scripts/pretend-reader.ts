import { randomUUID } from "node:crypto";

export const PRETEND_READER = { id: "rdr_PRETEND0000000000000001", name: "Pretend reader", code: "PRETEND1" };

/** Whether a card was tapped: `null`: nothing happened yet. */
type Waiting = {
  session: string;
  value: number;
  words: string;
  at: number;
  status: "SUCCESSFUL" | "FAILED" | "CANCELLED" | null;
  transaction: string;
};

type Reply = { status: number; body: object | null };

const ONE = "/v0.1/merchants/MPRETEND1/readers";

/** A card reader of a pretend SumUp, with a button for each thing that may happen on it. */
export function pretendReader({ now }: { now: () => number }) {
  const payments: Waiting[] = [];
  const readers = [{ id: PRETEND_READER.id, name: PRETEND_READER.name, status: "paired" }];
  let isOffline = false;
  let stops = true;
  let hangs = false;
  const held: { destroy: () => void }[] = [];
  const current = () => payments.find(({ status }) => status === null) ?? null;

  function end(status: "SUCCESSFUL" | "FAILED" | "CANCELLED"): boolean {
    const one = current();
    if (one) one.status = status;
    return one !== null;
  }

  /** Null: the path is none of its own. */
  function answer(method: string, { pathname, searchParams }: URL, body: Record<string, unknown>): Reply | null {
    if (pathname === `${ONE}`) {
      if (method === "GET") return { status: 200, body: { items: readers } };
      if (body.pairing_code !== PRETEND_READER.code) return refusal(400, "Invalid pairing code");
      return { status: 201, body: readers[0] ?? {} };
    }
    if (pathname === "/v2.1/merchants/MPRETEND1/transactions/history") {
      const items = payments
        .filter(({ status }) => status !== null)
        .map((one) => ({ ...viewOf(one), product_summary: one.words }));
      return { status: 200, body: { items } };
    }
    if (pathname === "/v2.1/merchants/MPRETEND1/transactions" && searchParams.has("client_transaction_id")) {
      const one = payments.find(({ session }) => session === searchParams.get("client_transaction_id"));
      return one?.status ? { status: 200, body: viewOf(one) } : refusal(404, "Resource not found");
    }
    if (!pathname.startsWith(`${ONE}/${PRETEND_READER.id}/`)) return null;
    if (pathname.endsWith("/status")) {
      const state = current() ? "WAITING_FOR_CARD" : "IDLE";
      return { status: 200, body: { data: { status: isOffline ? "OFFLINE" : "ONLINE", state } } };
    }
    if (isOffline) return refusal(422, "The device is offline");
    if (pathname.endsWith("/terminate")) {
      if (!current()) return refusal(422, "There is nothing to stop");
      if (stops) end("CANCELLED");
      return { status: 202, body: {} };
    }
    return begin(body);
  }

  function begin({ total_amount, description }: Record<string, unknown>): Reply {
    const { value, minor_unit, currency } = (total_amount ?? {}) as Record<string, unknown>;
    if (typeof value !== "number" || minor_unit !== 2 || currency !== "GBP") return refusal(400, "Validation error");
    if (current()) return refusal(422, "The device is busy");
    const session = randomUUID();
    payments.push({ session, value, words: String(description), at: now(), status: null, transaction: randomUUID() });
    return { status: 201, body: { data: { client_transaction_id: session } } };
  }

  /** Whether it does what it is asked and its answer never comes; `asking` is closed once it answers again. */
  function keepsWaiting(pathname: string, asking: { destroy: () => void }): boolean {
    const keeps = hangs && pathname.startsWith(`${ONE}/${PRETEND_READER.id}/`);
    if (keeps) held.push(asking);
    return keeps;
  }

  function hang(is = true): void {
    hangs = is;
    if (!is) for (const asking of held.splice(0)) asking.destroy();
  }

  return {
    ...{ payments, answer, current, keepsWaiting, hang },
    tap: () => end("SUCCESSFUL"),
    refuse: () => end("FAILED"),
    goOffline: (is = true) => {
      isOffline = is;
    },
    /** Whether it stops when it is asked to, or takes the card that is already in it. */
    obeys: (does: boolean) => {
      stops = does;
    },
    paid: () => payments.filter(({ status }) => status === "SUCCESSFUL"),
    page: () => {
      const one = current();
      const what = one ? `It waits for a card: £${(one.value / 100).toFixed(2)}.` : "It waits for nobody.";
      const buttons = one ? BUTTONS : "";
      const state = `${isOffline ? " It is offline." : ""}${hangs ? " Its answers never arrive." : ""}`;
      return `<h2>Card reader</h2><p>${what}${state}</p>
<form method="post" action="/reader">${buttons}<button name="press" value="${hangs ? "answer" : "hang"}">${hangs ? "Answer again" : "Let it hang"}</button> <button name="press" value="${isOffline ? "online" : "offline"}">${isOffline ? "Back online" : "Go offline"}</button></form>`;
    },
    press: (button: string | null) => {
      if (button === "approve") end("SUCCESSFUL");
      if (button === "decline") end("FAILED");
      if (button === "hang" || button === "answer") hang(button === "hang");
      if (button === "offline" || button === "online") isOffline = button === "offline";
    },
  };
}

const BUTTONS = `<button name="press" value="approve">Tap a card</button> <button name="press" value="decline">Decline the card</button> `;

const viewOf = ({ transaction, session, value, status }: Waiting) => ({
  ...{ id: transaction, transaction_code: codeOf(transaction), client_transaction_id: session, status },
  ...{ amount: value / 100, currency: "GBP" },
});

/** What the dashboard calls a sale. */
export const codeOf = (transaction: string) => `T${transaction.slice(0, 8).toUpperCase()}`;

const refusal = (status: number, detail: string): Reply => ({ status, body: { errors: { type: "REFUSED", detail } } });
