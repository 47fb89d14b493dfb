/** Runs a limited amount of work at once and queues the rest; refuses work beyond the queue's end (`ECROWDED`). */
type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** For work that takes a core and much memory, such as hashing a password: more at once would only be slower. */
export function concurrencyLimit(most: number, { mostWaiting }: { mostWaiting: number }): ConcurrencyLimit {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    // Finished work hands its place to the next, so that nothing can slip in between.
    if (inside < most) inside += 1;
    else if (waiting.length >= mostWaiting) throw crowded();
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}

function crowded(): Error {
  return Object.assign(new Error("too many are waiting for the same work"), { code: "ECROWDED" });
}
