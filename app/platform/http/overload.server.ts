const MOST_OPEN = 300;
const TICK = 100;
const LATE = 1_500;
const BATCH = 100;

/** `enter` is asked before the work of a request: null when it should be turned away, else what to call at its end. */
export type Overload = { enter: () => (() => void) | null };

/**
 * Sees when more is asked for than can be answered before a visitor gives up: better told at once than served late.
 * Two signs: too many requests in hand (they wait for the database), or one turn of the event loop that has been at a
 * long row of requests for more than a second (they wait for the processor, in sockets that nobody has read yet).
 */
export function createOverload(): Overload {
  let open = 0;
  let turnedAt = performance.now();
  let inThisTurn = 0;
  const tick = setInterval(() => {
    turnedAt = performance.now();
    inThisTurn = 0;
  }, TICK);
  tick.unref();

  return {
    enter() {
      inThisTurn += 1;
      // A machine that stood still for a second has few requests in its turn, and none of them is to blame.
      const isLate = inThisTurn > BATCH && performance.now() - turnedAt > LATE;
      if (open >= MOST_OPEN || isLate) return null;
      open += 1;
      return () => {
        open -= 1;
      };
    },
  };
}
