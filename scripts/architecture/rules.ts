import { asking } from "#scripts/architecture/asking.ts";
import { bodies } from "#scripts/architecture/bodies.ts";
import { citations, decisionRecords } from "#scripts/architecture/citations.ts";
import { cycles } from "#scripts/architecture/cycles.ts";
import { clock, environment, riskyAttributes } from "#scripts/architecture/effects.ts";
import { expandOnly } from "#scripts/architecture/expand-only.ts";
import { barrels, defaultExports, importStyle, packages } from "#scripts/architecture/imports.ts";
import { lockTable } from "#scripts/architecture/lock-table.ts";
import { fileNames, folders, forbiddenNames, readmes, topFolders, uniqueNames } from "#scripts/architecture/names.ts";
import { oneSchedule } from "#scripts/architecture/one-schedule.ts";
import { pages } from "#scripts/architecture/pages.ts";
import {
  crowdedLevels,
  importShare,
  oldWords,
  outcomeKinds,
  roomEdges,
  smallFiles,
} from "#scripts/architecture/ratchets.ts";
import { roomGraph } from "#scripts/architecture/room-graph.ts";
import { picture } from "#scripts/architecture/rooms-picture.ts";
import type { Rule } from "#scripts/architecture/rule.ts";
import { doorSize } from "#scripts/architecture/size.ts";
import { storeys } from "#scripts/architecture/storeys.ts";
import { voice } from "#scripts/architecture/voice.ts";
import { comments, glossary } from "#scripts/architecture/words.ts";

export const rules: readonly Rule[] = [
  storeys,
  roomGraph,
  cycles,
  picture,
  packages,
  importStyle,
  barrels,
  defaultExports,
  topFolders,
  fileNames,
  uniqueNames,
  folders,
  forbiddenNames,
  glossary,
  comments,
  voice,
  readmes,
  clock,
  environment,
  bodies,
  riskyAttributes,
  doorSize,
  lockTable,
  oneSchedule,
  expandOnly,
  citations,
  decisionRecords,
  pages,
  asking,
  crowdedLevels,
  roomEdges,
  smallFiles,
  importShare,
  outcomeKinds,
  oldWords,
];
