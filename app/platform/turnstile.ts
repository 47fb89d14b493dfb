/** Lets so many through at a time; the rest wait in line, and beyond the line's end are refused (`ECROWDED`). */
export type Turnstile = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** For work that takes a core and much memory each, such as hashing a password: more at once would only be slower. */
export function turnstile(most: number, { mostWaiting }: { mostWaiting: number }): Turnstile {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    // Whoever leaves hands the place over, so nobody can slip in between.
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
