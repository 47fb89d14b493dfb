import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { houseOf } from "#scripts/architecture/house.ts";
import { readProject } from "#scripts/architecture/read-project.ts";
import { drawRooms, importsOf, PICTURE } from "#scripts/architecture/rooms-picture.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { root } from "#scripts/bootstrap/project.mjs";

readCommand("rooms");
writeFileSync(join(root, PICTURE), drawRooms(importsOf(houseOf(readProject()).sources)));
