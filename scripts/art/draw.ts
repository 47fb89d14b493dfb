import { mkdirSync, writeFileSync } from "node:fs";
import { HERO_VIEW, heroFibres, heroSvg } from "#scripts/art/hero/hero.ts";
import { plates } from "#scripts/art/plates/all.ts";
import { drawIcons } from "./icons.ts";
import { type Pen, pens } from "./pen.ts";
import { plateSvg } from "./plate-svg.ts";

/** Draws every picture of the site again. The output is committed, and drawing twice changes nothing. */
mkdirSync("public/art", { recursive: true });
for (const plate of plates)
  for (const [size, pen] of Object.entries(pens) as [string, Pen][])
    writeFileSync(`public/art/${plate.slug}-${size}.svg`, plateSvg(plate, pen));
writeFileSync("app/ui/art/hero.svg", heroSvg());
writeFileSync(
  "app/ui/art/hero-fibres.ts",
  `/** Drawn by \`npm run art\`; not edited by hand. */
export const heroView = ${JSON.stringify(HERO_VIEW)};

export const heroFibres = ${JSON.stringify(heroFibres(), null, 2).replace(/"\n]$/, '",\n]')};
`,
);
await drawIcons();
