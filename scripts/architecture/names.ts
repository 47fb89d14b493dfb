import { placeOf } from "#scripts/architecture/place.ts";
import type { Rule } from "#scripts/architecture/rule.ts";
import { FORBIDDEN_NAMES, ROOMS, SHELL_NAMES } from "#scripts/architecture/tables.ts";

/** A room has few kinds of files, each with its name. */
export const fileNames: Rule = {
  name: "A room's files have fixed names",
  why: "In every room the same name means the same thing, so nobody has to look for where SQL, commands or mails are.",
  wayOut: `Rules and types go in <noun>.ts, what is shown twice in components/, the rest in ${SHELL_NAMES.join(", ")}, emails.tsx. A sub-concern is a sub-folder with the same names.`,
  check: ({ files }) =>
    [...files.keys()]
      .filter((path) => placeOf(path).area === "room" && !isRoomFile(path))
      .map((path) => ({ path, line: 0, what: "is none of the files that a room has" })),
};

/** Folders and files are named after what they hold. */
export const forbiddenNames: Rule = {
  name: "Names say what is inside",
  why: `${FORBIDDEN_NAMES.slice(0, -1).join(", ")}: such names take in anything, so they end up holding everything. An index file is a barrel by another name.`,
  wayOut: "Name the file after its noun and put it with its narrowest owner.",
  check: ({ files }) =>
    [...files.keys()].flatMap((path) => {
      const bad = path.split("/").find((part) => FORBIDDEN_NAMES.includes(part.split(".")[0] ?? ""));
      return bad ? [{ path, line: 0, what: `is called ${bad}` }] : [];
    }),
};

/** app/ holds doors, rooms, ui and platform, and nothing else. */
export const topFolders: Rule = {
  name: "A folder in app is a room, or one of routes, ui, platform",
  why: "A room owns data, a rule or an outside service of the business. What owns none of them lives with its user.",
  wayOut: "Put the file with its owner; for a new room add a line to the table in scripts/architecture/tables.ts.",
  check: ({ files }) =>
    [...files.keys()].flatMap((path) => {
      const [top, folder = "", rest] = path.split("/");
      const known = folder in ROOMS || ["routes", "ui", "platform"].includes(folder);
      return top === "app" && rest !== undefined && !known ? [{ path, line: 0, what: `app/${folder} is no room` }] : [];
    }),
};

/** Every room tells what it is for. */
export const readmes: Rule = {
  name: "Every room has a README.md",
  why: "A newcomer reads a room's purpose, its words and its promises before its code.",
  wayOut: "Write README.md, 10 to 25 lines: what for, its words, its promises.",
  check: ({ files }) =>
    Object.keys(ROOMS)
      .filter((room) => [...files.keys()].some((path) => path.startsWith(`app/${room}/`)))
      .filter((room) => !files.has(`app/${room}/README.md`))
      .map((room) => ({ path: `app/${room}/README.md`, line: 0, what: "is missing" })),
};

function isRoomFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "README.md") return path.split("/").length === 3 || path.split("/").length === 4;
  if (/^[a-z0-9.-]+\.test\.tsx?$/.test(name)) return true;
  if (path.includes("/components/")) return /^[a-z0-9-]+\.tsx$/.test(name);
  return SHELL_NAMES.includes(name) || name === "emails.tsx" || /^[a-z0-9-]+\.ts$/.test(name);
}
