const MOST_IN_HAND = 100;
const MOST_WAITING = 1_000;
// Between two pieces of work so many newcomers are let in, fewer when that takes long: Node accepts one connection in
// each turn of its loop. Once none has come for so many turns, nobody stands at the door.
const TURNS = 12;
const FEWEST_TURNS = 6;
const TURNS_LAST = 8;
const QUIET_TURNS = 2;
const PATIENCE = 2_000;
const SHORT_PATIENCE = 200;
const LONG_PATIENCE = 10_000;
const CROWD = 24;
const CROWDED_FOR = 5_000;
const LOOK = 100;

export type Errand = {
  /** A change, or a page that many wait for: goes before what one visitor reads, and waits longer. */
  first: boolean;
  /** Whether the visitor has left: then the work is not begun. */
  isGone: () => boolean;
};
/** What to call when the work is done. */
type Leave = () => void;
export type Line = {
  /** Resolves when it is this request's turn, or to null where it should be turned away. */
  enter: (errand: Errand) => Promise<Leave | null>;
  /** Whether somebody has been turned away in the last seconds. */
  isCrowded: () => boolean;
};

type Waiting = { isGone: () => boolean; since: number; answer: (turn: Leave | null) => void };

/**
 * The line in front of all work: one piece is begun at a time, and between two of them those at the door come in and
 * stand here, where they can be seen, sorted and turned away, rather than in the kernel. In a crowd a reader waits two
 * seconds at most. Where that was in vain, more come than can be served: for the next seconds a fifth of a second must
 * do, so that whoever is served is served soon and all others are told at once. Where few wait, something is slow and
 * coming again would not help: they wait as long as a change does. `arrivals`: how many have come to the door so far.
 */
export function createLine(arrivals: () => number): Line {
  const lanes: { first: Waiting[]; readers: Waiting[] } = { first: [], readers: [] };
  let inHand = 0;
  let isBeginning = false;
  let crowdedUntil = Number.NEGATIVE_INFINITY;
  let look: NodeJS.Timeout | null = null;

  const isEmpty = () => lanes.first.length + lanes.readers.length === 0;

  function enter({ first, isGone }: Errand): Promise<Leave | null> {
    if (isEmpty() && mayBegin()) return Promise.resolve(begin());
    const lane = first ? lanes.first : lanes.readers;
    if (lane.length >= MOST_WAITING) return Promise.resolve(null);
    return new Promise((answer) => {
      lane.push({ isGone, since: performance.now(), answer });
      // While everything in hand is waiting for the database, nothing else comes by to look at the line.
      look ??= setInterval(serve, LOOK).unref();
    });
  }

  const mayBegin = () => !isBeginning && inHand < MOST_IN_HAND;

  function begin(): Leave {
    inHand += 1;
    isBeginning = true;
    afterTurns(arrivals, () => {
      isBeginning = false;
      serve();
    });
    return () => {
      inHand -= 1;
      serve();
    };
  }

  function serve(): void {
    const now = performance.now();
    turnAway(lanes.first, () => now - LONG_PATIENCE);
    const patience = now < crowdedUntil ? SHORT_PATIENCE : PATIENCE;
    const waitedInVain = turnAway(lanes.readers, (many) => now - (many > CROWD ? patience : LONG_PATIENCE));
    if (waitedInVain) crowdedUntil = now + CROWDED_FOR;
    const next = mayBegin() && (lanes.first.shift() ?? lanes.readers.shift());
    if (next) next.answer(begin());
    if (!look || !isEmpty()) return;
    clearInterval(look);
    look = null;
  }

  return { enter, isCrowded: () => performance.now() < crowdedUntil };
}

// First come, first looked at. `oldest`: since when those at the head of so many may have waited. Whether anybody was
// turned away who is still there: those who have left are no sign of a crowd.
function turnAway(lane: Waiting[], oldest: (many: number) => number): boolean {
  let waitedInVain = false;
  for (let head = lane[0]; head && (head.isGone() || head.since <= oldest(lane.length)); head = lane[0]) {
    waitedInVain ||= !head.isGone();
    lane.shift();
    head.answer(null);
  }
  return waitedInVain;
}

function afterTurns(arrivals: () => number, go: () => void): void {
  const started = performance.now();
  const turn = (count: number, quiet: number, before: number) => {
    const now = arrivals();
    const still = now === before ? quiet + 1 : 0;
    const isLong = count >= FEWEST_TURNS && performance.now() - started > TURNS_LAST;
    if (count >= TURNS || isLong || still >= QUIET_TURNS) go();
    else setImmediate(turn, count + 1, still, now);
  };
  setImmediate(turn, 1, 0, arrivals());
}
