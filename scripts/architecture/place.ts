import { ROOMS } from "#scripts/architecture/tables.ts";

/** `shell` is .server.ts and .mail.tsx, `face` is .tsx, `core` is any other file of a room, ui or the platform. */
export type Place = {
  area: "room" | "doors" | "ui" | "platform" | "outside";
  room: string | null;
  storey: "core" | "shell" | "face" | "test";
};

export function placeOf(path: string): Place {
  const [top, second = ""] = path.split("/");
  const storey = storeyOf(path);
  if (top !== "app") return { area: "outside", room: null, storey };
  if (second in ROOMS) return { area: "room", room: second, storey };
  if (second === "ui" || second === "platform") return { area: second, room: null, storey };
  // app/root.tsx, app/routes.ts and the entries count as doors.
  return { area: "doors", room: null, storey };
}

/** The imported file as a path from the project's root; null for a package. */
export function targetOf(fromPath: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, "");
  if (bare.startsWith("#")) return bare.slice(1);
  if (!bare.startsWith(".")) return null;
  return `${fromPath.slice(0, fromPath.lastIndexOf("/") + 1)}${bare.replace(/^\.\//, "")}`;
}

/** The imported package: `node:fs`, `react`, `@hono/node-server`; null for our own file. */
export function packageOf(specifier: string): string | null {
  if (specifier.startsWith(".") || specifier.startsWith("#")) return null;
  if (specifier.startsWith("node:") || specifier.startsWith("virtual:")) return specifier;
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function storeyOf(path: string): Place["storey"] {
  if (/\.test\.tsx?$/.test(path)) return "test";
  if (/\.(server\.tsx?|mail\.tsx)$/.test(path)) return "shell";
  return path.endsWith(".tsx") ? "face" : "core";
}
