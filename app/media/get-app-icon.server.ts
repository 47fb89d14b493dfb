import { LRUCache } from "lru-cache";
import { APP_ICONS, type AppIcon } from "#app/media/app-icon.ts";
import type { Logo } from "#app/media/logo.ts";
import { getPictureFile } from "#app/media/pictures.db.server.ts";
import { drawAppIcon, drawLetterIcon } from "#app/media/sharp.gateway.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

// Four of a look, and those of the look before.
const drawn = new LRUCache<string, Uint8Array<ArrayBuffer>>({ max: 8 });

/** A PNG icon of the logo, whatever its type, or of the letter. */
export async function getAppIcon(
  db: Queries,
  { logo, letter, file }: { logo: Logo | null; letter: string; file: AppIcon },
): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${logo?.id ?? letter} ${file}`;
  const known = drawn.get(key);
  if (known) return known;
  const bytes = logo && (await getPictureFile(db, logo));
  const shape = APP_ICONS[file];
  const icon = new Uint8Array(await (bytes ? drawAppIcon(bytes, shape) : drawLetterIcon(letter, shape)));
  drawn.set(key, icon);
  return icon;
}
