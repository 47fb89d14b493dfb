import type { Pen } from "#app/ui/pen/pen.ts";
import { type Plate, strokesOf } from "#app/ui/pen/strokes.ts";

/**
 * A plate as a file of its own. `#plate` is meant for `<use>`: the page's --ink, --accent and --wash reach in, so one
 * file serves both themes. Only presentation attributes: the content policy refuses inline styles.
 */
export function plateSvg(plate: Plate, pen: Pen): string {
  return file(plate, paths(plate, pen));
}

/**
 * The same drawing by two pens in one file: the wide one unless the page says --plate-wide: none and
 * --plate-narrow: inline. So a page whose pictures are large here and small there fetches each once.
 */
export function twofoldSvg(plate: Plate, { wide, narrow }: { wide: Pen; narrow: Pen }): string {
  const fold = (display: string, pen: Pen) => `<g display="var(${display})">${paths(plate, pen)}</g>`;
  return file(plate, fold("--plate-wide,inline", wide) + fold("--plate-narrow,none", narrow));
}

function paths(plate: Plate, pen: Pen): string {
  const { land, thin, index, accent } = strokesOf(plate, pen);
  const parts = [
    land && `<path fill="var(--wash,#eae6dc)" stroke="none" d="${land}"/>`,
    thin && `<path stroke-width="${pen.thin}" stroke-opacity=".72" d="${thin}"/>`,
    (land || index) && `<path stroke-width="${pen.index}" d="${land}${index}"/>`,
    accent && `<path stroke="var(--accent,#b33e14)" stroke-width="${pen.accent}" d="${accent}"/>`,
  ];
  return parts.filter(Boolean).join("");
}

function file({ verb }: Plate, drawn: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 1000"><title>${verb}</title><g id="plate" fill="none" stroke="var(--ink,#15302a)" stroke-linecap="round" stroke-linejoin="round">${drawn}</g></svg>\n`;
}
