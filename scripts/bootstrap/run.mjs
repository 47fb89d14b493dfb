import { run } from "./child.mjs";
import { install } from "./install.mjs";
import { pinnedNode } from "./project.mjs";
import { Failure, main } from "./step.mjs";

// node scripts/bootstrap/run.mjs FILE ARGS: runs one of our scripts on the pinned Node.
await main(async () => {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new Failure("Which script? Usage: node scripts/bootstrap/run.mjs FILE ARGS");
  await install();
  return run(pinnedNode, [file, ...args]);
});
