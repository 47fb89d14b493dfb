import { afterTurn } from "#app/platform/timer.server.ts";

/**
 * The kinds of request and their shares of the starts while several wait. A share is no priority: a larger one starts
 * more often, never always first.
 */
const SHARES = {
  booking: 16,
  cached: 16,
  /** What leads to a booking: the booking page, free times. */
  scheduling: 32,
  form: 4,
  page: 2,
  file: 2,
};
export type RequestKind = keyof typeof SHARES;

const LIMITS = {
  /** Requests in progress: they wait for the database or for a thread. */
  atOnce: 64,
  perAddress: 8,
  /** Beyond this many, a request is refused at once. */
  mostWaiting: 256,
  /** In ms. If few wait, something is slow, and retrying would not help. */
  patience: 10_000,
  /** In ms, under overload: every request is then answered soon or refused soon. */
  patienceInCrowd: 2_000,
};
// Node accepts one connection per turn of its event loop. Leaving this many turns between two starts (fewer if one is
// idle) brings connections in, where we can tell them apart; in the kernel's queue the last to come is served last.
const TURNS_BETWEEN = 8;
const CROWD = 16;
// A valid booking waits longer than its turn can take.
const PATIENT: readonly RequestKind[] = ["booking", "cached"];

export type Asking = { kind: RequestKind; address: string; signal: AbortSignal | null };
type Leave = () => void;
type Waiting = Asking & { since: number; answer: (turn: Leave | null) => void };

export type RequestQueue = {
  /** Resolves when it is this request's turn, or to null if it is refused or its client has disconnected. */
  enter: (asking: Asking) => Promise<Leave | null>;
  /** Whether so many wait that a page from some minutes ago is better than one more in the queue. */
  isCrowded: () => boolean;
};

/**
 * The queue in front of all work. Starts one request at a time; kinds take turns by their shares and, within a kind,
 * addresses take turns, so that nobody is held up by those who send more. When the queue is full, it refuses the
 * newest request of whoever sends most.
 */
export function createRequestQueue(limits: Partial<typeof LIMITS> = {}): RequestQueue {
  const { atOnce, perAddress, mostWaiting, patience, patienceInCrowd } = { ...LIMITS, ...limits };
  const waiting: Waiting[] = [];
  const inHand = new Map<string, number>();
  // How much of its share each kind has used since the queue was last empty, and each address's last turn.
  const had = new Map<RequestKind, number>();
  const lastTurn = new Map<string, number>();
  let [begun, turn, isBeginning] = [0, 0, false];

  const hadOf = ({ kind }: Asking) => had.get(kind) ?? 0;
  const turnOf = ({ address }: Asking) => lastTurn.get(address) ?? 0;
  const handOf = ({ address }: Asking) => inHand.get(address) ?? 0;

  function enter(asking: Asking): Promise<Leave | null> {
    const { signal } = asking;
    if (signal?.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const giveUp = () => turnAway(one);
      const timer = setTimeout(giveUp, patience).unref();
      const answer = (leave: Leave | null) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", giveUp);
        resolve(leave);
      };
      const one = { ...asking, since: performance.now(), answer };
      signal?.addEventListener("abort", giveUp);
      add(one);
      serve();
      if (waiting.length > mostWaiting) turnAway(newestOfMost(waiting));
    });
  }

  function add(one: Waiting): void {
    if (waiting.length === 0) had.clear();
    if (begun + waiting.length === 0 || lastTurn.size > mostWaiting * 16) lastTurn.clear();
    // A kind that had no requests meanwhile has saved nothing up.
    const isNew = waiting.length > 0 && !waiting.some(({ kind }) => kind === one.kind);
    if (isNew) had.set(one.kind, Math.max(hadOf(one), Math.min(...waiting.map(hadOf))));
    waiting.push(one);
  }

  function turnAway(one: Waiting | undefined): void {
    if (one && remove(one)) one.answer(null);
  }

  function remove(one: Waiting): boolean {
    const at = waiting.indexOf(one);
    if (at >= 0) waiting.splice(at, 1);
    return at >= 0;
  }

  const isCrowded = () => waiting.length >= CROWD;

  function rejectExpired(): void {
    const latest = performance.now() - patienceInCrowd;
    while (isCrowded()) {
      const oldest = waiting.find(({ kind }) => !PATIENT.includes(kind));
      if (!oldest || oldest.since > latest) return;
      turnAway(oldest);
    }
  }

  function serve(): void {
    rejectExpired();
    if (isBeginning || begun >= atOnce) return;
    let next: Waiting | null = null;
    for (const one of waiting) {
      if (handOf(one) >= perAddress) continue;
      if (!next || (hadOf(one) - hadOf(next) || turnOf(one) - turnOf(next)) < 0) next = one;
    }
    if (!next) return;
    remove(next);
    had.set(next.kind, hadOf(next) + 1 / SHARES[next.kind]);
    next.answer(begin(next));
  }

  function begin(asking: Asking): Leave {
    isBeginning = true;
    begun += 1;
    turn += 1;
    lastTurn.set(asking.address, turn);
    inHand.set(asking.address, handOf(asking) + 1);
    afterTurns(TURNS_BETWEEN, () => {
      isBeginning = false;
      serve();
    });
    return () => {
      begun -= 1;
      inHand.set(asking.address, handOf(asking) - 1);
      if (handOf(asking) === 0) inHand.delete(asking.address);
      serve();
    };
  }

  return { enter, isCrowded };
}

/** From the kind with the most waiting for its share, and its address with the most of them: the newest. */
function newestOfMost(waiting: readonly Waiting[]): Waiting | undefined {
  const ofKind = most(
    Map.groupBy(waiting, ({ kind }) => kind),
    (kind, { length }) => length / SHARES[kind],
  );
  return most(
    Map.groupBy(ofKind, ({ address }) => address),
    (_, { length }) => length,
  ).at(-1);
}

function most<Key>(groups: Map<Key, Waiting[]>, weigh: (key: Key, group: Waiting[]) => number): Waiting[] {
  let [heaviest, weight]: [Waiting[], number] = [[], 0];
  for (const [key, group] of groups) if (weigh(key, group) >= weight) [heaviest, weight] = [group, weigh(key, group)];
  return heaviest;
}

function afterTurns(most: number, go: () => void): void {
  afterTurn((wasQuiet) => {
    if (most > 1 && !wasQuiet) afterTurns(most - 1, go);
    else go();
  });
}
