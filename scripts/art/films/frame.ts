import { readFileSync } from "node:fs";
import { pens } from "#app/ui/pen/pen.ts";
import { plateSvg } from "#app/ui/pen/plate-svg.ts";
import { film, inked } from "#scripts/art/colours.ts";
import { plates } from "#scripts/art/plates/all.ts";
import type { FilmScript } from "./script.ts";

export const FRAME = { width: 1280, height: 720 };

// The plate stands at the right and runs off the frame on three sides, as the hero does.
const PLACE = 'transform="translate(590 -90) scale(.9)"';

/** The still of a film: its first plate, whole. */
export function posterSvg({ plates: [first] }: FilmScript): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FRAME.width} ${FRAME.height}"><rect width="100%" height="100%" fill="${film.paper}"/><g ${PLACE}>${drawingOf(first?.slug ?? "")}</g></svg>\n`;
}

/** The page that a film is filmed from; `show` in stage.ts sets one moment of it. */
export function stageHtml({ plates: shown }: FilmScript): string {
  const drawings = shown.map(({ slug }) => `<g data-plate ${PLACE}>${drawingOf(slug)}</g>`);
  return `<!doctype html><style>
@font-face{font-family:Display;src:url(${font})}
body{margin:0;background:${film.paper};color:${film.ink}}
svg{position:absolute;inset:0}
p{position:absolute;left:72px;top:0;width:490px;height:720px;margin:0;align-content:center;font:680 58px/1.12 Display;letter-spacing:-.02em;text-wrap:balance}
</style><svg width="${FRAME.width}" height="${FRAME.height}">${drawings.join("")}</svg><p></p>`;
}

function drawingOf(slug: string): string {
  const plate = plates.find((candidate) => candidate.slug === slug);
  if (!plate) throw new Error(`No plate is drawn for ${slug}`);
  return inked(plateSvg(plate, pens.card), film).replace(/^<svg[^>]*>|<\/svg>\n$|<title>.*?<\/title>| id="plate"/g, "");
}

const font = `data:font/woff2;base64,${readFileSync("app/ui/fonts/bricolage-grotesque.woff2").toString("base64")}`;
