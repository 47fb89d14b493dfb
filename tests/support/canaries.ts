import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { DATABASE_FILE } from "#app/platform/database/open.server.ts";
import { anyTables, shapesOf } from "#app/platform/database/rows.server.ts";

export async function foundInTables(app: AppContext, canaries: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name } of await shapesOf(app.db.kysely)) {
    for (const row of await anyTables(app.db.kysely).selectFrom(name).selectAll().execute()) {
      for (const [column, value] of Object.entries(row)) {
        const text = value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value);
        const hits = canaries.filter((canary) => text.toLowerCase().includes(canary.toLowerCase()));
        found.push(...hits.map((canary) => `${canary} in ${name}.${column}`));
      }
    }
  }
  return [...new Set(found)].sort();
}

/** The same, and in the bytes of SQLite's files: free pages, space between rows, and the write-ahead log. */
export async function foundAnywhere(app: AppContext, canaries: readonly string[]): Promise<string[]> {
  return [...(await foundInTables(app, canaries)), ...foundInFiles(app, canaries)];
}

function foundInFiles({ db, config }: AppContext, canaries: readonly string[]): string[] {
  if (db.engine !== "sqlite") return [];
  return ["", "-wal", "-journal"].flatMap((suffix) => {
    const file = join(config.dataDir, DATABASE_FILE + suffix);
    const bytes = existsSync(file) ? readFileSync(file, "latin1").toLowerCase() : "";
    return canaries
      .filter((canary) => bytes.includes(canary.toLowerCase()))
      .map((canary) => `${canary} in the bytes of ${file}`);
  });
}
