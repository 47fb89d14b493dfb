import { isAbsolute } from "node:path";
import { readConfig } from "#app/platform/config.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { root } from "#scripts/bootstrap/project.mjs";
import { progressLine } from "#scripts/progress-line.ts";
import { readLayout } from "#scripts/update/layout.ts";
import { update } from "#scripts/update/update-site.ts";

// npm run update: installs a signed release beside this one and switches to it, while systemd keeps the site.
const { words, texts } = readCommand("update");
// The site's user reads what root installs, whatever root's own habit is.
process.umask(0o022);
const config = readConfig();
const { tell, end } = progressLine();
const layout = isAbsolute(config.dataDir)
  ? readLayout(root)
  : "Set DATA_DIR to a whole path, like /var/lib/limber-yard.";
const site = typeof layout === "string" ? null : { layout, config, service: texts.service ?? "limber-yard" };
const outcome = site
  ? await update(site, { file: words[0] ?? null, tell: (what) => tell(what, 0) })
  : { kind: "refused" as const, words: String(layout) };
end();
if (outcome.kind === "updated" || outcome.kind === "current") console.log(outcome.words);
else console.error(outcome.words);
process.exitCode = outcome.kind === "updated" || outcome.kind === "current" ? 0 : 1;
