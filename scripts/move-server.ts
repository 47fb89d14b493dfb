import { isAbsolute } from "node:path";
import { readConfig } from "#app/platform/config.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { root } from "#scripts/bootstrap/project.mjs";
import { moveSite } from "#scripts/move-site.ts";
import { progressLine } from "#scripts/progress-line.ts";

// npm run move-server: takes this running site to another server, which is reached by ssh.
const { words, texts, flags } = readCommand("move-server");
const config = readConfig();
const [, login = "", folder = ""] = /^([^:\s-][^:\s]*):(\/.+)$/.exec(words[0] ?? "") ?? [];
const { tell, end } = progressLine();
const outcome =
  folder === "" || !isAbsolute(config.dataDir)
    ? { kind: "refused" as const, words: usage(words[0] ?? "") }
    : await moveSite({
        config,
        root,
        service: texts.service ?? "limber-yard",
        to: { login, folder, env: texts.env ?? "/etc/limber-yard.env" },
        replace: flags.replace === true,
        tell: (what) => tell(what, 0),
      });
end();
console[outcome.kind === "moved" ? "log" : "error"](outcome.words);
process.exitCode = outcome.kind === "moved" ? 0 : 1;

function usage(typed: string): string {
  if (!isAbsolute(config.dataDir)) return "Set DATA_DIR to a whole path, like /var/lib/limber-yard.";
  return `${typed} is no server with a folder. Like root@new.example.com:/opt/limber-yard/current.`;
}
