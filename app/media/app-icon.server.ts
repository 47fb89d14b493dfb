import { LRUCache } from "lru-cache";
import type { Logo } from "#app/media/logo.ts";
import { getPictureFile } from "#app/media/pictures.server.ts";
import { drawAppIcon, drawLetterIcon } from "#app/media/sharp.gateway.server.ts";
import type { Queries } from "#app/platform/app-context.server.ts";

/** The icons of an installed page: their file names, sides in pixels, and the share of the side that is left free. */
export const APP_ICONS = {
  "192.png": { side: 192, margin: 1 / 8 },
  "512.png": { side: 512, margin: 1 / 8 },
  // Cut to a circle of four fifths of its side.
  "maskable.png": { side: 512, margin: 0.22 },
  "touch.png": { side: 180, margin: 1 / 8 },
};

export type AppIcon = keyof typeof APP_ICONS;

export function isAppIcon(file: string): file is AppIcon {
  return Object.hasOwn(APP_ICONS, file);
}

export function appIconAddress(file: AppIcon): string {
  return `/apps/icons/${file}`;
}

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
