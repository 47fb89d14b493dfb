import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { RELEASE_KEYS, type Release, readRelease } from "#app/maintenance/release.server.ts";
import { readNote, requestedAt, requestTask, writeNote } from "#app/maintenance/server-task.server.ts";
import { UPDATE_REQUEST_FILE } from "#app/maintenance/server-task.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { FAULT_WORDS } from "#app/platform/outbound/outbound-fault.ts";
import { sendOut } from "#app/platform/outbound/send-out.server.ts";
import { type Actor, mayInPerson, needsConfirmation } from "#app/platform/permissions.ts";
import { repeat } from "#app/platform/timer.server.ts";

// They say what is on this machine, so they are in no backup: its names begin with a dot.
const FEED_FILE = ".release-feed.json";
export const OUTCOME_FILE = ".update-outcome.json";

const LOOK_EVERY = 3_600_000;
const DAY = 24 * LOOK_EVERY;
const LARGEST_MANIFEST = 256 * 1024;

const feedAnswer = z.object({ at: z.number(), manifest: z.string().nullable(), fault: z.string().nullable() });

/** What `npm run update` did the last time. `words`: a sentence for the owner. */
export const updateOutcome = z.object({
  at: z.number(),
  version: z.string(),
  kind: z.enum(["updated", "went-back", "refused"]),
  words: z.string(),
});
export type UpdateOutcome = z.output<typeof updateOutcome>;

export type Updates = {
  installed: string;
  hasFeed: boolean;
  /** When the feed was last asked, epoch ms. */
  checkedAt: number | null;
  newer: Release | null;
  /** Why we don't know of a newer one, in words. */
  fault: string | null;
  requestedAt: number | null;
  last: UpdateOutcome | null;
};

/** The version of the folder that this process was started in. */
export function installedVersion(folder = process.cwd()): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
}

/** Asks the release feed once a day. */
export function startAskingForReleases(app: AppContext): () => Promise<void> {
  if (app.config.releaseFeed === null) return async () => {};
  return repeat(app, { every: LOOK_EVERY, job: askIfDue, failed: "the release feed could not be asked" });
}

/** The question holds nothing about the practice: an address that is the same for everyone. */
export async function askIfDue(app: Pick<AppContext, "config" | "clock">): Promise<void> {
  const { config, clock } = app;
  const now = clock.now();
  const before = await readNote(join(config.dataDir, FEED_FILE), feedAnswer);
  if (config.releaseFeed === null || (before && before.at > now - DAY)) return;
  const answer = await fetchManifest(app, config.releaseFeed);
  const next = "fault" in answer ? { manifest: before?.manifest ?? null, ...answer } : { ...answer, fault: null };
  await writeNote(
    join(config.dataDir, FEED_FILE),
    JSON.stringify({ at: now, ...next } satisfies z.output<typeof feedAnswer>),
  );
}

/** The manifest of the newest release, not yet checked. */
export async function fetchManifest(
  app: Pick<AppContext, "config">,
  url: string,
): Promise<{ manifest: string } | { fault: string }> {
  const answer = await sendOut(app, { url, limits: { bytes: LARGEST_MANIFEST } });
  if (answer.kind === "failed") return { fault: FAULT_WORDS[answer.fault] };
  return answer.status === 200 ? { manifest: answer.text } : { fault: `It answered ${answer.status}.` };
}

/** What is installed, and what the feed told of a newer release that a known key signed. */
export async function readUpdates(
  app: Pick<AppContext, "config">,
  { keys = RELEASE_KEYS, installed = installedVersion() }: { keys?: readonly string[]; installed?: string } = {},
): Promise<Updates> {
  const { dataDir, releaseFeed } = app.config;
  const answer = releaseFeed === null ? null : await readNote(join(dataDir, FEED_FILE), feedAnswer);
  const read = answer?.manifest ? readRelease(answer.manifest, { keys, installed: null }) : null;
  const release = read?.release ?? null;
  const newer = release && readRelease(answer?.manifest ?? "", { keys, installed }).release;
  return {
    installed,
    hasFeed: releaseFeed !== null,
    checkedAt: answer?.at ?? null,
    newer,
    fault: answer?.fault ?? read?.fault ?? null,
    requestedAt: requestedAt(app, UPDATE_REQUEST_FILE),
    last: await readNote(join(dataDir, OUTCOME_FILE), updateOutcome),
  };
}

/** Asks the machine to update: the site itself may not change its own code (decisions/0810). */
export async function requestUpdate(
  app: AppContext,
  actor: Actor,
  { version, ...known }: { version: string; keys?: readonly string[]; installed?: string },
) {
  if (!mayInPerson(actor, "change", "settings")) return { kind: "forbidden" as const };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" as const };
  const { newer } = await readUpdates(app, known);
  if (newer?.version !== version) return { kind: "not-found" as const };
  const subject = { kind: "release", id: version };
  return requestTask(app, actor, { file: UPDATE_REQUEST_FILE, action: "update.request", subject });
}
