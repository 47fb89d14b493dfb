import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { RELEASE_KEYS } from "#app/maintenance/release.server.ts";
import { UPDATE_REQUEST_FILE } from "#app/maintenance/server-task.ts";
import { OUTCOME_FILE, type UpdateOutcome } from "#app/maintenance/updates.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import { removeAsOwner, runScript, writeAsOwner } from "#scripts/update/as-owner.ts";
import { fetchRelease, installRelease } from "#scripts/update/install-release.ts";
import { folderOf, giveLockBack, type Layout, pointTo, takeLock } from "#scripts/update/layout.ts";
import { tryRelease, untilReady } from "#scripts/update/try-release.ts";

type Site = { layout: Layout; config: Config; service: string };
type Wish = { file: string | null; tell: (what: string) => void };

export type Updated = { kind: UpdateOutcome["kind"] | "current"; words: string };

/** Installs a release beside the present one, tries it, switches to it and goes back by itself if it does not work. */
export async function update(site: Site, wish: Wish): Promise<Updated> {
  if (!takeLock(site.layout)) return { kind: "refused", words: "Another update is running." };
  try {
    const finished = await finishInterrupted(site, wish.tell);
    if (finished) return finished;
    return await installAndSwitch(site, wish);
  } finally {
    giveLockBack(site.layout);
  }
}

async function installAndSwitch(site: Site, { file, tell }: Wish): Promise<Updated> {
  const { layout, config } = site;
  const at = atHome(site);
  await removeAsOwner(at, join(config.dataDir, UPDATE_REQUEST_FILE));
  // Of an update that was killed.
  for (const name of readdirSync(config.dataDir).filter((one) => one.startsWith(".trial-")))
    await removeAsOwner(at, join(config.dataDir, name));
  const fetched = await fetchRelease(site, { file, keys: RELEASE_KEYS });
  if (fetched === null) return { kind: "current", words: `${layout.version} is the newest release.` };
  if (typeof fetched === "string") return note(site, { kind: "refused", version: layout.version, words: fetched });
  const { version } = fetched.release;
  const refuse = (words: string) =>
    note(site, {
      kind: "refused",
      version,
      words: `${words.replace(/\.?$/, ".")} ${layout.version} goes on, unchanged.`,
    });
  tell("making a backup");
  const backup = await backUp(site);
  if (backup === null) return refuse("No backup could be made.");
  const made = await installRelease(layout, fetched, tell);
  if (typeof made === "string") return refuse(made);
  tell("trying it on a copy of the data");
  const fault = await faultOnCopy(site, { folder: made.folder, backup });
  if (fault !== null) return refuse(fault);
  return switchTo(site, { version, tell });
}

/** What a practice that is closed or books elsewhere refuses is no fault of the release: the present one does, too. */
async function faultOnCopy(
  { layout, config }: Site,
  tried: { folder: string; backup: string },
): Promise<string | null> {
  const copy = { backup: tried.backup, dataDir: config.dataDir, demo: process.env.DEMO };
  const found = await tryRelease(tried.folder, copy);
  if (found.kind === "booked") return null;
  if (found.kind === "failed") return found.words;
  const present = await tryRelease(layout.installed, copy);
  return present.kind === found.kind ? null : found.words;
}

const journal = z.object({ from: z.string(), to: z.string(), backup: z.string().nullable() });
type Journal = z.output<typeof journal>;

const journalOf = ({ releases }: Layout) => join(releases, ".update.json");

async function switchTo(site: Site, { version, tell }: { version: string; tell: Wish["tell"] }): Promise<Updated> {
  const { layout } = site;
  const step = (backup: string | null) =>
    writeFileSync(journalOf(layout), JSON.stringify({ from: layout.version, to: version, backup }), { flush: true });
  tell("stopping the site");
  step(null);
  if (!serve(site, "stop"))
    return finish(site, { outcome: "refused", to: version, words: `systemctl could not stop ${site.service}.` });
  // Nothing is written from here until the site is back, so that going back loses nothing.
  const backup = await backUp(site);
  if (backup === null) {
    serve(site, "start");
    return finish(site, { outcome: "refused", to: version, words: "No backup could be made." });
  }
  step(backup);
  tell(`switching to ${version}`);
  pointTo(layout, folderOf(layout, version));
  const started = serve(site, "start");
  if (started && (await isReady(site))) return finish(site, { outcome: "updated", to: version, words: "" });
  return goBack(site, { from: layout.version, to: version, backup }, tell);
}

/** What was begun and cut off: the site must be up again, with a release that works. */
async function finishInterrupted(site: Site, tell: Wish["tell"]): Promise<Updated | null> {
  const { layout } = site;
  if (!existsSync(journalOf(layout))) return null;
  const begun = journal.safeParse(jsonIn(readFileSync(journalOf(layout), "utf8")));
  if (!begun.success) {
    // Cut off while it was written: nothing had been done yet.
    rmSync(journalOf(layout));
    serve(site, "start");
    return null;
  }
  tell("finishing an update that was cut off");
  serve(site, "start");
  if (layout.version !== begun.data.to) {
    rmSync(journalOf(layout));
    return null;
  }
  if (await isReady(site)) return finish(site, { outcome: "updated", to: begun.data.to, words: "" });
  return goBack(site, begun.data, tell);
}

async function goBack(site: Site, { from, to, backup }: Journal, tell: Wish["tell"]): Promise<Updated> {
  const { layout, config } = site;
  tell(`going back to ${from}`);
  serve(site, "stop");
  const folder = folderOf(layout, from);
  pointTo(layout, folder);
  const at = { folder, dataDir: config.dataDir };
  // A release does not start on a database that a later one has changed.
  const known = await runScript({ ...at, args: ["scripts/update/known-schema.ts"] });
  const restored =
    known.code === 0 || backup === null
      ? null
      : await runScript({ ...at, args: ["scripts/restore.ts", backup, "--replace"] });
  serve(site, "start");
  const isBack = await isReady(site);
  const what = `${to} did not become ready, so we went back to ${from}.`;
  const how = restored === null ? "" : " The data is that of the moment before the switch.";
  const still = isBack ? "" : ` ${from} is not ready either: see journalctl -u ${site.service}.`;
  return finish(site, { outcome: "went-back", to, words: `${what}${how}${still}` });
}

type End = { outcome: UpdateOutcome["kind"]; to: string; words: string };

async function finish(site: Site, { outcome, to, words }: End): Promise<Updated> {
  rmSync(journalOf(site.layout), { force: true });
  const said = outcome === "updated" ? `Updated to ${to}.` : words;
  return note(site, { kind: outcome, version: to, words: said });
}

/** For the page of updates. */
async function note(site: Site, { kind, version, words }: Omit<UpdateOutcome, "at">): Promise<Updated> {
  const outcome: UpdateOutcome = { at: systemClock.now(), version, kind, words };
  await writeAsOwner(atHome(site), join(site.config.dataDir, OUTCOME_FILE), JSON.stringify(outcome));
  return { kind, words };
}

async function backUp(site: Site): Promise<string | null> {
  const { code, output } = await runScript({ ...atHome(site), args: ["scripts/backup.ts"] });
  return code === 0 ? (/^Backup made: (.+)$/m.exec(output)?.[1] ?? null) : null;
}

function atHome({ layout, config }: Site) {
  return { folder: layout.installed, dataDir: config.dataDir };
}

function serve({ service }: Site, what: "start" | "stop"): boolean {
  return spawnSync("systemctl", [what, service], { stdio: "ignore" }).status === 0;
}

function isReady({ config, service }: Site): Promise<boolean> {
  const host = config.host === "0.0.0.0" ? "127.0.0.1" : config.host;
  const hasFailed = () => spawnSync("systemctl", ["--quiet", "is-failed", service]).status === 0;
  return untilReady(`http://${host}:${config.port}`, hasFailed);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
