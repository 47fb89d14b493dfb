import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "./build.mjs";
import { run } from "./child.mjs";
import { readCommand } from "./commands.mjs";
import { install } from "./install.mjs";
import { pinnedNode, tool } from "./project.mjs";
import { main } from "./step.mjs";

// npm run record -- FOLDER: stores what each page answers each visitor, each mail, and the rows that each integration
// test leaves. Two folders compared (git diff --no-index A B) show what a change of structure changed.
await main(async () => {
  const { words } = readCommand("record");
  await install();
  await build();
  const RECORD_INTO = resolve(words[0]);
  rmSync(RECORD_INTO, { recursive: true, force: true });
  const env = { NODE_ENV: "test", RECORD_INTO };
  return run(pinnedNode, [tool("vitest"), "run", "--project", "record", "--project", "integration-sqlite"], { env });
});
