import type { Pen } from "./pen.ts";
import { type Plate, strokesOf } from "./plate.ts";

/**
 * A plate as a file of its own. `#plate` is meant for `<use>`: the page's --ink, --accent and --wash reach in, so one
 * file serves both themes. Only presentation attributes: the content policy refuses inline styles.
 */
export function plateSvg(plate: Plate, pen: Pen): string {
  const { land, thin, index, accent } = strokesOf(plate, pen);
  const parts = [
    land && `<path fill="var(--wash,#eae6dc)" stroke="none" d="${land}"/>`,
    thin && `<path stroke-width="${pen.thin}" stroke-opacity=".72" d="${thin}"/>`,
    (land || index) && `<path stroke-width="${pen.index}" d="${land}${index}"/>`,
    accent && `<path stroke="var(--accent,#b33e14)" stroke-width="${pen.accent}" d="${accent}"/>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000"><title>${plate.verb}</title><g id="plate" fill="none" stroke="var(--ink,#15302a)" stroke-linecap="round" stroke-linejoin="round">${parts.filter(Boolean).join("")}</g></svg>\n`;
}
