import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** The app in which the process dies at this write, counted from 1. `files`: those in the data folder count, too. */
export function killedAt(app: AppContext, write: number, { files = false } = {}): AppContext {
  let writes = 0;
  const count = () => {
    writes += 1;
    if (writes === write) process.kill(process.pid, "SIGKILL");
  };
  if (files) beforeEachFile(count);
  const kysely = app.db.kysely.withPlugin({
    transformQuery({ node }) {
      if (["InsertQueryNode", "UpdateQueryNode", "DeleteQueryNode"].includes(node.kind)) count();
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...app, db: { ...app.db, kysely } };
}

function beforeEachFile(count: () => void): void {
  const { writeFileSync, renameSync } = fs;
  fs.writeFileSync = (...args) => {
    count();
    writeFileSync(...args);
  };
  fs.renameSync = (...args) => {
    count();
    renameSync(...args);
  };
  syncBuiltinESMExports();
}
