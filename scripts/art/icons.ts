import { writeFileSync } from "node:fs";
import sharp from "sharp";
import { battens } from "#app/ui/art/mark.ts";
import { dark, light } from "./colours.ts";

const icons = [
  { file: "apple-touch-icon.png", side: 180 },
  { file: "icon-192.png", side: 192 },
  { file: "icon-512.png", side: 512 },
];

export async function drawIcons(): Promise<void> {
  writeFileSync("public/favicon.svg", faviconSvg());
  for (const { file, side } of icons)
    await sharp(Buffer.from(tileSvg()), { density: (72 * side) / 64 })
      .resize(side, side)
      .png({ palette: true, colours: 32, effort: 10 })
      .toFile(`public/${file}`);
}

function faviconSvg(): string {
  const night = `@media(prefers-color-scheme:dark){.ink{stroke:${dark.ink}}.touch{stroke:${dark.accent}}}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><title>Limber Yard</title><style>${night}</style>${markSvg(4)}</svg>\n`;
}

function tileSvg(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -12 64 64" width="64" height="64"><rect x="-12" y="-12" width="64" height="64" fill="${light.paper}"/>${markSvg(3)}</svg>`;
}

export function markSvg(width: number): string {
  const lines = battens.map(({ path, touched }) => {
    const [name, colour] = touched ? ["touch", light.accent] : ["ink", light.ink];
    return `<path class="${name}" stroke="${colour}" d="${path}"/>`;
  });
  return `<g fill="none" stroke-width="${width}" stroke-linecap="round">${lines.join("")}</g>`;
}
