import { subscribe } from "node:diagnostics_channel";
import { renameSync } from "node:fs";
import { setFlagsFromString, writeHeapSnapshot } from "node:v8";
import { runInNewContext } from "node:vm";
import { isMainThread } from "node:worker_threads";

// Loaded before the site (NODE_OPTIONS=--import): on SIGUSR2 it collects its garbage and writes what is left.
const { SOAK_SNAPSHOT: target = "", SOAK_LEAK: leak } = process.env;
if (isMainThread && target) {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  process.on("SIGUSR2", () => {
    collect();
    renameSync(writeHeapSnapshot(`${target}.half`), target);
  });
  // A leak on purpose: every request for ever, as a map without a bound would keep it.
  const kept: unknown[] = [];
  if (leak) subscribe("http.server.request.start", (message) => kept.push(message));
}
