import { run } from "./child.mjs";
import { readCommand } from "./commands.mjs";
import { install } from "./install.mjs";
import { pinnedNode } from "./project.mjs";
import { Failure, main } from "./step.mjs";

// node scripts/bootstrap/run.mjs COMMAND FILE ARGS: runs one of our scripts on the pinned Node.
await main(async () => {
  const [name, file, ...args] = process.argv.slice(2);
  if (!name || !file) throw new Failure("Which script? Usage: node scripts/bootstrap/run.mjs COMMAND FILE ARGS");
  readCommand(name, args);
  await install({ serves: true });
  return run(pinnedNode, ["--import", "./scripts/bootstrap/tsx.mjs", file, ...args]);
});
