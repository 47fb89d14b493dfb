import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { keyOf } from "#app/maintenance/age.gateway.server.ts";
import {
  type Beside as BesideName,
  besideName,
  type Place,
  type PlaceSpec,
  sentAt,
} from "#app/maintenance/backup-place.ts";
import { readWords } from "#app/maintenance/bip39.gateway.server.ts";
import { openPlace } from "#app/maintenance/open-place.server.ts";
import { openBackup, openFile, openText } from "#app/maintenance/sealed-backup.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tell } from "#app/platform/database/copy-rows.server.ts";

type Fetching = {
  spec: PlaceSpec;
  words: string;
  /** Epoch ms: the newest backup made until then. Null: the newest of all. */
  asOf: number | null;
  /** An empty folder of the caller's own. */
  into: string;
  onProgress: Tell;
};

/** A backup ready for `restoreBackup`, with the list of who was erased until today beside it. */
export type FetchedBackup = { folder: string; name: string; sealingText: string | null; healthText: string | null };

/** Fetches a backup and opens it with the recovery words. Throws a sentence where that can't be done. */
export async function fetchBackup(
  app: Pick<AppContext, "config">,
  { spec, words, asOf, into, onProgress }: Fetching,
): Promise<FetchedBackup> {
  const read = await readWords(words);
  if (read.kind === "invalid") throw new Error(read.message);
  const { identity } = await keyOf(read.entropy);
  const place = await openPlace(app, spec);
  try {
    const names = await place.list();
    const newest = names.at(-1);
    if (newest === undefined) throw new Error("There is no backup at this place.");
    const name = names.findLast((one) => asOf === null || (sentAt(one) ?? 0) <= asOf);
    if (name === undefined) throw new Error(`The oldest backup there is ${names[0]}: it was made after that time.`);
    const file = join(into, "fetched");
    onProgress(`fetching ${name}`, 0);
    await fetchOr(place, name, file);
    onProgress("opening it", 0);
    const folder = join(into, "backup");
    const bring = async (object: string, target: string) => {
      onProgress("fetching uploads", 0);
      const sealed = join(into, object);
      await fetchOr(place, object, sealed);
      await openFile(sealed, { identity, into: target });
      await rm(sealed);
    };
    await openBackup(file, { name, identity, into: folder, media: bring });
    const beside = (of: string, what: BesideName) => textBeside(place, { name: besideName(of, what), identity, into });
    const erased = await beside(newest, "erased");
    // Beside the folder, where a restore looks for it.
    if (erased) await writeFile(join(into, "erasures.jsonl"), erased, { mode: 0o600 });
    return { folder, name, sealingText: await beside(name, "key"), healthText: await beside(name, "health") };
  } finally {
    await place.close();
  }
}

type Beside = { name: string; identity: string; into: string };

async function textBeside(place: Place, { name, identity, into }: Beside): Promise<string | null> {
  const file = join(into, name);
  return (await place.fetch(name, file)) ? openText(file, identity) : null;
}

async function fetchOr(place: Place, name: string, into: string): Promise<void> {
  if (!(await place.fetch(name, into)))
    throw new Error(`${name} belongs to this backup and can’t be fetched from there.`);
}
