/** The only place that reads the machine's clock. Everything else is given a clock or an instant. */
export type Clock = {
  /** Now, as integer epoch milliseconds UTC. */
  now: () => number;
};

export const systemClock: Clock = { now: () => Date.now() };
