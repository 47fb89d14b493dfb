import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "#scripts/bootstrap/project.mjs";

type Locked = {
  packages: Record<
    string,
    { version?: string; integrity?: string; hasInstallScript?: boolean; link?: boolean; inBundle?: boolean }
  >;
};
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Locked;
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  allowScripts: Record<string, boolean>;
};
const packages = Object.entries(lock.packages).filter(([path]) => path !== "");

// Below these stand known holes: each of them had an advisory that reached a booking site.
const FLOORS: Record<string, string> = {
  "react-router": "8.3.0",
  "better-auth": "1.7.7",
  kysely: "0.28.17",
  nodemailer: "9.1.1",
  sharp: "0.35.0",
  node: "26.10.0",
  "react-dom": "19.2.7",
};

test("no package is older than its last known hole", () => {
  const found = Object.entries(FLOORS).map(([name, floor]) => {
    const version = lock.packages[`node_modules/${name}`]?.version ?? "0.0.0";
    return { name, version, enough: numberOf(version) >= numberOf(floor) };
  });
  expect(found.filter(({ enough }) => !enough)).toEqual([]);
});

test("every package is the one that was locked, by its checksum", () => {
  const loose = packages.filter(
    // What comes inside another package has that one's checksum.
    ([path, { integrity, link, inBundle }]) =>
      !link && !inBundle && path.includes("node_modules/") && !integrity?.startsWith("sha512-"),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

test("few packages may run a script of their own when they are installed", () => {
  const allowed = ["node", "esbuild", "fsevents", "@tailwindcss/oxide", "sharp"];
  // npm leaves out the scripts that package.json forbids.
  const forbidden = Object.entries(manifest.allowScripts).flatMap(([name, isAllowed]) => (isAllowed ? [] : name));
  const running = packages
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.split("node_modules/").at(-1) ?? "");
  expect(running.filter((name) => ![...allowed, ...forbidden].includes(name))).toEqual([]);
});

test("browsers get nothing of the server's: no secrets' names, no SQL, no source maps", () => {
  const folder = join(root, "build", "client");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const text = files
    .filter((name) => /\.(js|html|css)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
  const ours = [
    "AUTH_SECRET",
    "DATABASE_URL",
    "METRICS_TOKEN",
    "appointment_claims",
    "insertInto",
    "idempotency_key",
    "node:sqlite",
  ];
  expect(ours.filter((word) => text.includes(word))).toEqual([]);
  expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
});

function numberOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  return major * 1e8 + minor * 1e4 + patch;
}
