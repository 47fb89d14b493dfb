import { type Place, placeOf, targetOf } from "#scripts/architecture/place.ts";
import type { Rule } from "#scripts/architecture/rule.ts";
import { ROOMS } from "#scripts/architecture/tables.ts";

/** Doors import rooms, rooms import the rooms below them, and all may import ui and platform. */
export const roomGraph: Rule = {
  name: "Imports go one way",
  why: "Doors know rooms, rooms know the rooms below them (the table in scripts/architecture/tables.ts), and nobody looks up. So a room can be read, tested and changed with what is below it alone.",
  wayOut:
    "Hand the value in from above, move the code to the room that owns it, or open the way: one line in the table and one page in docs/decisions.",
  check: ({ sources }) =>
    sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ specifier, line }) => {
        const target = targetOf(path, specifier);
        const what = target ? objection(path, target) : null;
        return what ? [{ path, line, what }] : [];
      }),
    ),
};

/** Why this file may not import that one; null when it may. */
function objection(path: string, target: string): string | null {
  const from = placeOf(path);
  const to = placeOf(target);
  if (from.area === "outside") return path.startsWith("migrations/") ? migrationObjection(target) : null;
  // Tests may import test support: it is never deployed.
  if (from.storey === "test" && to.area === "outside") return null;
  // A test with a database looks at what a command did from wherever a person would see it.
  if (/\.server\.test\.tsx?$/.test(path)) return null;
  if (to.area === "outside") return outsideObjection(path, target);
  if (from.area === "doors") return null;
  if (to.area === "doors") return `${from.room ?? from.area} imports a door: ${target}`;
  if (from.area === "platform" && to.area !== "platform") return `platform imports ${target}`;
  if (from.area === "ui" && to.area === "room") return `ui imports the room ${to.room}`;
  if (from.area === "ui" && to.area === "platform" && to.storey !== "core") return `ui imports ${target}`;
  return from.area === "room" ? roomObjection({ path, from, to, target }) : null;
}

function roomObjection({ path, from, to, target }: { path: string; from: Place; to: Place; target: string }) {
  if (to.area === "ui") return path.endsWith(".tsx") ? null : `only .tsx files import ui: ${target}`;
  if (to.area !== "room" || to.room === from.room) return null;
  if (!ROOMS[from.room ?? ""]?.includes(to.room ?? "")) return `${from.room} imports ${to.room}: ${target}`;
  const isComponent = path.includes("/components/");
  return isComponent && to.storey !== "core" ? `a component imports more than the core of ${to.room}: ${target}` : null;
}

function migrationObjection(target: string): string | null {
  return target.startsWith("migrations/") ? null : `a migration imports ${target}, which will change under it`;
}

function outsideObjection(path: string, target: string): string | null {
  // The migration runner lists the migrations.
  if (target.startsWith("migrations/") && path.startsWith("app/platform/database/")) return null;
  return `app imports what does not ship with it: ${target}`;
}
