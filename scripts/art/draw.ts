import { mkdirSync, writeFileSync } from "node:fs";
import { demoSketch } from "#app/settings/location.ts";
import { pens } from "#app/ui/pen/pen.ts";
import { plateSvg, twofoldSvg } from "#app/ui/pen/plate-svg.ts";
import { BODY_VIEW, bodyShapes, bodySvg } from "#scripts/art/body/body.ts";
import { HERO_VIEW, heroFibres, heroSvg } from "#scripts/art/hero/hero.ts";
import { locationGround } from "#scripts/art/location-ground.ts";
import { plates, releasedPlates } from "#scripts/art/plates/all.ts";
import { releasedFiles } from "#scripts/art/released.ts";
import { closingRing, RING_VIEW, ringsSvg } from "#scripts/art/ring.ts";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { drawIcons } from "./icons.ts";

readCommand("art");
/** Draws every picture of the site again. The output is committed, and drawing twice changes nothing. */
mkdirSync("public/art", { recursive: true });
for (const plate of plates) {
  writeFileSync(`public/art/${plate.slug}-plate.svg`, plateSvg(plate, pens.plate));
  writeFileSync(`public/art/${plate.slug}-card.svg`, twofoldSvg(plate, { wide: pens.card, narrow: pens.thumb }));
  writeFileSync(`public/art/${plate.slug}-thumb.svg`, plateSvg(plate, pens.thumb));
}
for (const { path, svg } of releasedPlates.flatMap(releasedFiles)) writeFileSync(path, svg);
writeFileSync("app/ui/art/hero.svg", heroSvg());
writeFileSync(
  "app/ui/art/hero-fibres.ts",
  `/** Drawn by \`npm run art\`; not edited by hand. */
export const heroView = ${JSON.stringify(HERO_VIEW)};

export const heroFibres = ${JSON.stringify(heroFibres(), null, 2).replace(/"\n]$/, '",\n]')};
`,
);
writeFileSync("public/art/rings.svg", ringsSvg());
writeFileSync(
  "app/ui/art/closing-ring.ts",
  `/** Drawn by \`npm run art\`; not edited by hand. */
export const ringView = ${JSON.stringify(RING_VIEW)};

export const closingRingPath =
  ${JSON.stringify(closingRing())};
`,
);
writeFileSync("public/art/demo-location.svg", locationGround(demoSketch));
writeFileSync("app/ui/art/body.svg", bodySvg());
const shapes = { front: bodyShapes("front"), back: bodyShapes("back") };
writeFileSync(
  "app/body-map/body-shapes.ts",
  `import type { PlaceId, View } from "#app/body-map/place.ts";

/** What a finger finds of a place in the half to the right of the picture: its outline, with room, and its box. */
type BodyShape = { place: PlaceId; hit: string; pad: number; box: readonly [x: number, y: number, width: number, height: number] };

/** Drawn by \`npm run art\`; not edited by hand. */
export const bodyView = ${JSON.stringify(BODY_VIEW)};

// biome-ignore format: drawn
export const bodyShapes: Record<View, readonly BodyShape[]> = ${JSON.stringify(shapes)};
`,
);
await drawIcons();
