import type { Part } from "#app/platform/actor.ts";

/** Somebody who works here. `waiting`: the parts that count once they have a second factor. */
export type Staff = {
  parts: readonly Part[];
  inForce: readonly Part[];
  waiting: readonly Part[];
  therapistId: string | null;
  state: "active" | "suspended";
  /** Counts the changes; 0: an owner without a row. */
  version: number;
};
