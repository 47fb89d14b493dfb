import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "./build.mjs";
import { mustRun, run } from "./child.mjs";
import { readCommand } from "./commands.mjs";
import { ensureTestBrowser } from "./find-chromium.mjs";
import { ensureDovecot } from "./find-dovecot.mjs";
import { ensurePostgres } from "./find-postgres.mjs";
import { ensureRadicale } from "./find-radicale.mjs";
import { install } from "./install.mjs";
import { pinnedNode, tool } from "./project.mjs";
import { main, say, step } from "./step.mjs";

const IN_MEMORY = "/dev/shm";
const ROOM = 4 * 2 ** 30;

// npm test: installs what the tests need, checks types, lint and architecture, and runs every test. Fails when
// something is missing and can't be installed. Arguments go to Vitest: npm test -- app/availability
await main(async () => {
  readCommand("test");
  await install();
  // Side by side: neither keeps two cores busy.
  const [env] = await all(provide(), checkSources());
  // Last, so that the tests' summary ends the output.
  say("Tests ...");
  const TMPDIR = passingFolder();
  try {
    return await run(pinnedNode, [tool("vitest"), "run", ...process.argv.slice(2)], { env: { ...env, TMPDIR } });
  } finally {
    rmSync(TMPDIR, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** For what the tests throw away. In memory where that has room: a copied database takes 25 ms there, 400 on some disks. */
function passingFolder() {
  const folder = mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), "limber-yard-tests-"));
  // PostgreSQL runs as somebody else where this is root, and has its folder in here.
  chmodSync(folder, 0o711);
  return folder;
}

function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}

async function provide() {
  await build();
  return {
    NODE_ENV: "test",
    CHROMIUM_PATH: await ensureTestBrowser(),
    POSTGRES_BIN: await ensurePostgres(),
    RADICALE_BIN: await ensureRadicale(),
    DOVECOT_BIN: await ensureDovecot(),
  };
}

async function checkSources() {
  await check("Route types", [tool("react-router"), "typegen"]);
  await check("Types", [tool("tsc")]);
  await check("Format and lint", [tool("biome"), "check", "--error-on-warnings", "."]);
  await check("Architecture", ["scripts/check-architecture.ts"]);
}

/** Waits for all of them even if one fails: what it says then stands last. */
async function all(...works) {
  const ended = await Promise.allSettled(works);
  for (const { status, reason } of ended) if (status === "rejected") throw reason;
  return ended.map(({ value }) => value);
}

function check(title, args) {
  const orElse = `${title}: failed. Mend what stands above (npm run fix does what can be done by itself), then: npm test`;
  return step(title, () => mustRun(pinnedNode, args, { orElse }));
}
