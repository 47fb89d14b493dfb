import { setImmediate } from "node:timers";

// In ms.
const NOTHING_TO_DO = 0.02;

/** Calls back after the event loop's present turn. `wasQuiet`: it had nothing to do. */
export function afterTurn(go: (wasQuiet: boolean) => void): void {
  const began = performance.now();
  setImmediate(() => go(performance.now() - began < NOTHING_TO_DO));
}
