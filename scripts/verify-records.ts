import { verifyFiles } from "#app/health/files/pieces.db.server.ts";
import { verifyRecords } from "#app/health/note-chain.server.ts";
import { readConfig } from "#app/platform/config.server.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { lookAtDatabase } from "#scripts/look-at-database.ts";
import { orExplain } from "#scripts/start-failure.ts";

// npm run verify-records: changes nothing, needs no key, and may run while the site does.
readCommand("verify-records");
const config = readConfig();
process.exitCode = await orExplain(verified, config);

function verified(): Promise<number> {
  return lookAtDatabase(config, async ({ db }) => {
    const { notes, files, faults } = await db.kysely.transaction().execute(async (tx) => {
      const [written, stored] = [await verifyRecords(tx), await verifyFiles(tx)];
      return { ...written, files: stored.files, faults: [...written.faults, ...stored.faults] };
    });
    if (faults.length > 0) console.error(faults.join("\n"));
    else console.log(`The records agree: ${notes} locked notes, ${files} files.`);
    return faults.length > 0 ? 1 : 0;
  });
}
