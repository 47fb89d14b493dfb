import { logoAddress, logoIcons } from "#app/media/logo.ts";
import type { Settings } from "#app/settings/settings.ts";
import type { LookView } from "#app/ui/shell/look-view.ts";
import { PAINTED_NAME } from "#app/ui/shell/share-picture.ts";

const LETTER = [{ src: "/icon.svg", type: "image/svg+xml", sizes: "any" }];

/** The practice's look as pages show it. */
export function lookOf({ look, business }: Pick<Settings, "look" | "business">): LookView {
  const { accent, typeface, logo, logoHasName } = look;
  const hasMark = logo === null && business.name === PAINTED_NAME;
  return {
    accent: accent === "oxide" ? null : accent,
    typeface: typeface === "bricolage" ? null : typeface,
    logo: logo && {
      src: logoAddress(logo),
      width: logo.width,
      height: logo.height,
      hasName: logoHasName,
    },
    icons: logo ? logoIcons(logo) : hasMark ? null : LETTER,
    hasMark,
  };
}
