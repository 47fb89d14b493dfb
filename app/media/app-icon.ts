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
