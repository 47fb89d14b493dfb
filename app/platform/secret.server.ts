import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#app/platform/config.server.ts";
import { CANNOT_START, closeDataFolder } from "#app/platform/data-folder.server.ts";
import { newSecret } from "#app/platform/ids.server.ts";
import type { Log } from "#app/platform/log.server.ts";

const FILE = "auth-secret";
const LEAST = 32;
const TRIES = 50;

/**
 * The secret that signs sessions and links: AUTH_SECRET, or one made at the first start and stored in the data
 * folder, readable by its owner only. Two servers starting at once agree on one.
 */
export async function readSecret(config: Config, log: Log): Promise<string> {
  if (config.authSecret) return config.authSecret;
  if (config.databaseUrl) {
    log.warn("AUTH_SECRET is not set: if several machines serve this site, each signs with its own secret");
  }
  closeDataFolder(config.dataDir);
  const file = join(config.dataDir, FILE);
  return createdSecret(file) ?? (await storedSecret(file));
}

/** null: there is one already. */
function createdSecret(file: string): string | null {
  const secret = newSecret();
  try {
    writeFileSync(file, secret, { flag: "wx", mode: 0o600, flush: true });
    return secret;
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") return null;
    throw error;
  }
}

async function storedSecret(file: string): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const secret = readFileSync(file, "utf8").trim();
    if (secret.length >= LEAST) return secret;
    // Another server has created the file but not yet written to it.
    await sleep(20);
  }
  const sentence = `${file} holds no secret. Delete the file to have a new one made; everyone then signs in again.`;
  throw Object.assign(new Error(sentence), { code: CANNOT_START });
}
