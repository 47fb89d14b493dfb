import { pens } from "#app/ui/pen/pen.ts";
import { plateSvg } from "#app/ui/pen/plate-svg.ts";
import type { Plate } from "#app/ui/pen/strokes.ts";
import { dark, inked, light } from "#scripts/art/colours.ts";

const themes = { light, dark };

/** A released plate once per theme, its ground included: a background takes no colours from the page. */
export function releasedFiles(plate: Plate): { path: string; svg: string }[] {
  const drawing = plateSvg(plate, pens.card);
  return Object.entries(themes).map(([theme, colours]) => ({
    path: `public/art/${plate.slug}-released-${theme}.svg`,
    svg: inked(drawing, colours)
      .replace("<title>", `<rect width="800" height="1000" fill="${colours.paper}"/><title>`)
      .replace(/<title>.*?<\/title>| id="plate"/g, ""),
  }));
}
