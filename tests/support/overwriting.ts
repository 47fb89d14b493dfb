import { join } from "node:path";
import { sql } from "kysely";
import { openSqlite } from "#app/platform/database/open.server.ts";
import { overwriteNow } from "#app/platform/database/overwrite-deleted.server.ts";
import { createLog } from "#app/platform/log.server.ts";

// overwriting.ts FOLDER MEGABYTES: prints by how many megabytes this process grew while it overwrote a database.
const [folder = "", megabytes] = process.argv.slice(2);
const db = openSqlite(join(folder, "large.db"));
await sql`create table lines (words blob)`.execute(db.kysely);
for (let at = 0; at < Number(megabytes); at++) {
  await sql`insert into lines values (randomblob(1000000))`.execute(db.kysely);
}
const { maxRSS } = process.resourceUsage();
await overwriteNow({ db, log: createLog("warn") });
console.log(Math.round((process.resourceUsage().maxRSS - maxRSS) / 1000));
await db.close();
