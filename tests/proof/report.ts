import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { pinnedNode, root, tool } from "#scripts/bootstrap/project.mjs";

export type Table = { title: string; note: string; columns: string[]; rows: (string | number)[][] };
/** What a proof found. `broken`: promises that did not hold, a sentence each; none is a proof. */
export type Report = { title: string; intro: string; tables: Table[]; broken: string[] };

/** Writes a proof's tables to a page of docs/proof with the command that made them, and shows them. */
export function writeReport(name: string, report: Report & { command: string }): void {
  const folder = join(root, "docs", "proof");
  mkdirSync(folder, { recursive: true });
  const text = markdown(report);
  const file = join(folder, `${name}.md`);
  writeFileSync(file, text);
  // As the check of npm test wants it.
  spawnSync(pinnedNode, [tool("biome"), "format", "--write", file]);
  console.log(text);
}

function markdown({ title, intro, tables, broken, command }: Report & { command: string }): string {
  const machine = `Node ${process.versions.node}, ${cpus().length} cores that other work shared (load average ${loadavg()[2]?.toFixed(0)} over the last 15 minutes); load and site on the same machine, so the times are upper bounds.`;
  const verdict =
    broken.length === 0 ? "Every promise held." : broken.map((line) => `* **Broken:** ${line}`).join("\n");
  const made = `Made by \`${command}\`. ${machine}`;
  return `${[`# ${title}`, intro, made, ...tables.map(asMarkdown), verdict].join("\n\n")}\n`;
}

function asMarkdown({ title, note, columns, rows }: Table): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  const head = [line(columns), line(columns.map((_, at) => (at === 0 ? "---" : "---:")))];
  return [`## ${title}`, note, [...head, ...rows.map(line)].join("\n")].filter(Boolean).join("\n\n");
}

/** A number among the options, such as `--rounds=20`, or the usual one. */
export function numberOf(options: readonly string[], name: string, usual: number): number {
  return Number(options.find((option) => option.startsWith(`--${name}=`))?.split("=")[1] ?? usual);
}
