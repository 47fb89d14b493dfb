/** The one place that asks the machine for the time. Everything else is handed a clock or an instant. */
export type Clock = {
  /** Now, as integer epoch milliseconds UTC. */
  now: () => number;
};

export const systemClock: Clock = { now: () => Date.now() };
