import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#app/platform/config.server.ts";
import { closeDataFolder } from "#app/platform/data-folder.server.ts";
import type { Log } from "#app/platform/log.server.ts";

const FILE = "site-address";

/** Stores the site's current address beside the data: commands run without the server's PORT and PUBLIC_URL. */
export function noteSiteAddress({ dataDir, publicUrl }: Config, log: Log): void {
  try {
    closeDataFolder(dataDir);
    writeFileSync(join(dataDir, FILE), `${publicUrl}\n`, { mode: 0o600 });
  } catch (err) {
    // Only a convenience: a site that needs no data folder runs without it.
    log.debug({ err }, "the site's address could not be noted");
  }
}

/** The site's address: from this command's own settings, else where the server of this data last opened. */
export function getSiteAddress({ dataDir, publicUrl, publicUrlGiven }: Config): string {
  if (publicUrlGiven) return publicUrl;
  try {
    return new URL(readFileSync(join(dataDir, FILE), "utf8").trim()).origin;
  } catch {
    // No server has been started here yet.
    return publicUrl;
  }
}
