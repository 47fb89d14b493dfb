import { placeOf } from "#scripts/architecture/place.ts";
import type { Rule } from "#scripts/architecture/rule.ts";
import { FORBIDDEN_NAMES, ROOMS } from "#scripts/architecture/tables.ts";

// The stem says what is inside, the suffix which storey it is.
const ROOM_FILE = /^[a-z0-9-]+(\.(db|jobs|gateway))?\.server\.ts$|^[a-z0-9-]+(\.mail)?\.tsx$|^[a-z0-9-]+(\.form)?\.ts$/;

export const fileNames: Rule = {
  name: "A room's files have known suffixes",
  why: "The stem says what is inside, the suffix which storey it is, so nobody has to look for where SQL, commands or mails are.",
  wayOut:
    "<noun>.ts for rules and types, <noun>.form.ts, <verb-noun>.server.ts for a command or a read, <noun>.db.server.ts for SQL, <room>.jobs.server.ts, <provider>.gateway.server.ts, <noun>.mail.tsx for a mail, <name>.tsx for what is shown twice.",
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

/** Inside a room a name says enough; the room's folder says the rest. */
export const uniqueNames: Rule = {
  name: "A file's name is unique in its room",
  why: "Two files of one name in one room are one subject, or one of them is named after something else.",
  wayOut: "Join the two files, or name each after what is inside.",
  check: ({ files }) => {
    const paths = [...files.keys()].filter((path) => /^app\/(?!routes\/)[^/]+\//.test(path) && !path.endsWith(".md"));
    const byName = Map.groupBy(paths, (path) => `${path.split("/")[1]} ${nameOf(path)}`);
    return [...byName.values()].flatMap(([first, ...others]) =>
      others.map((path) => ({ path, line: 0, what: `has the name of ${first}` })),
    );
  },
};

/** Rooms are flat, and a folder needs enough files to be worth it. */
export const folders: Rule = {
  name: "A folder holds several files, a room's folder at least five",
  why: "A folder with one file is a file. A room whose rules lie four folders down hides them.",
  wayOut: "Move the file up. A sub-folder of a room needs a noun of its own and five source files.",
  check: ({ files }) => {
    const sources = [...files.keys()].filter((path) => /^(app|scripts|tests)\//.test(path) && isSource(path));
    const inside = Map.groupBy([...files.keys()], folderOf);
    return [...Map.groupBy(sources, folderOf)].flatMap(([folder, own]) => {
      const room = placeOf(`${folder}/any.ts`).area === "room" && folder.split("/").length > 2;
      const hasFolders = [...inside.keys()].some((other) => other.startsWith(`${folder}/`));
      if (room && own.length < 5) return [{ path: folder, line: 0, what: `holds ${own.length} source files` }];
      const alone = own.length === 1 && inside.get(folder)?.length === 1 && !hasFolders;
      return alone ? [{ path: folder, line: 0, what: "holds one file" }] : [];
    });
  },
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

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
const isSource = (path: string) => !nameOf(path).includes(".test.") && nameOf(path) !== "README.md";

function isRoomFile(path: string): boolean {
  const name = nameOf(path);
  if (name === "README.md") return path.split("/").length === 3;
  if (/^[a-z0-9.-]+\.test\.tsx?$/.test(name)) return true;
  return ROOM_FILE.test(name);
}
