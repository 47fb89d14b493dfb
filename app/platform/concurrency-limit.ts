/** Runs a limited amount of work at once and queues the rest; refuses work beyond the queue's end (`ECROWDED`). */
type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** For work that takes a core and much memory, such as hashing a password: more at once would only be slower. */
export function concurrencyLimit(most: number, limits: { mostWaiting: number }): ConcurrencyLimit {
  const { enter, leave } = limitedPlaces(most, limits);
  return async (work) => {
    const place = enter();
    if (place) await place;
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** The same for whoever can't say what they do as one function: who entered must leave. In the order of asking. */
export function limitedPlaces(most: number, { mostWaiting }: { mostWaiting: number }) {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return {
    /** Undefined: there is a place at once. */
    enter(): Promise<void> | undefined {
      if (inside >= most) {
        if (waiting.length >= mostWaiting) throw crowded();
        return new Promise((taken) => waiting.push(taken));
      }
      inside += 1;
      return undefined;
    },
    /** Hands the place to the next, so that nothing can slip in between. */
    leave() {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    },
  };
}

function crowded(): Error {
  return Object.assign(new Error("too many are waiting for the same work"), { code: "ECROWDED" });
}
