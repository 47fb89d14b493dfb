import { cycles } from "#scripts/architecture/cycles.ts";
import { barrels, defaultExports, importStyle, packages } from "#scripts/architecture/imports.ts";
import { lockTable } from "#scripts/architecture/lock-table.ts";
import { fileNames, forbiddenNames, readmes, topFolders } from "#scripts/architecture/names.ts";
import { roomGraph } from "#scripts/architecture/room-graph.ts";
import type { Rule } from "#scripts/architecture/rule.ts";
import { doorSize, fileSize } from "#scripts/architecture/size.ts";
import { storeys } from "#scripts/architecture/storeys.ts";
import { clock, environment, riskyAttributes } from "#scripts/architecture/world.ts";

/** All that the machine guards. There is no list of exceptions. */
export const rules: readonly Rule[] = [
  storeys,
  roomGraph,
  cycles,
  packages,
  importStyle,
  barrels,
  defaultExports,
  topFolders,
  fileNames,
  forbiddenNames,
  readmes,
  clock,
  environment,
  riskyAttributes,
  fileSize,
  doorSize,
  lockTable,
];
