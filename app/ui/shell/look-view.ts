/** How the practice looks on every page. Null: as shipped. */
export type LookView = {
  accent: string | null;
  typeface: string | null;
  logo: { src: string; width: number; height: number; hasName: boolean } | null;
  /** Null: those of our mark. */
  icons: LinkedIcon[] | null;
  /** Our mark belongs to the demo's name: another practice has its logo, or its name alone. */
  hasMark: boolean;
};

export type LinkedIcon = { src: string; type: string; sizes: string };

/** Whether it needs more than the site's own style. */
export function isOwnLook({ accent, typeface, logo }: LookView): boolean {
  return accent !== null || typeface !== null || logo !== null;
}
