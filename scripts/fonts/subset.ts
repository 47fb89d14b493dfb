import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { readCommand } from "#scripts/bootstrap/commands.mjs";
import { dropHyphenKerning } from "#scripts/fonts/hyphen-kerning.ts";

// npm run fonts: the four typefaces (OFL-1.1), reduced to the letters of British English and the weights in use.
readCommand("fonts");
const require = createRequire(import.meta.url);
const target = (name: string) => fileURLToPath(new URL(`../../app/ui/fonts/${name}.woff2`, import.meta.url));

// ASCII, the accents of names in Britain and Ireland, currency, dashes, quotes, arrows, the tick.
const LETTERS = `${ascii()}£€©®·–—‘’“”…•×÷°½¼¾→←↗✓ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßŵŷŴŶ\u00a0\u2009\u202f\u2212`;

await cut("bricolage-grotesque", {
  file: "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2",
  axes: { wdth: 100, wght: { min: 600, max: 720, default: 700 }, opsz: 48 },
});
await cut("public-sans", {
  file: "@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2",
  axes: { wght: { min: 400, max: 700, default: 400 } },
});

// Two more for headings, of which a practice may choose one.
await cut("fraunces", {
  file: "@fontsource-variable/fraunces/files/fraunces-latin-standard-normal.woff2",
  axes: { wght: { min: 600, max: 720, default: 700 }, opsz: 48 },
});
await cut("outfit", {
  file: "@fontsource-variable/outfit/files/outfit-latin-wght-normal.woff2",
  axes: { wght: { min: 600, max: 720, default: 700 } },
});

type Axes = NonNullable<Parameters<typeof subsetFont>[2]>["variationAxes"];

async function cut(name: string, { file, axes }: { file: string; axes: Axes }): Promise<void> {
  const source = readFileSync(require.resolve(file));
  const plain = await subsetFont(source, LETTERS, { targetFormat: "truetype", variationAxes: axes });
  dropHyphenKerning(plain);
  const font = await subsetFont(plain, LETTERS, { targetFormat: "woff2" });
  writeFileSync(target(name), font);
  console.log(`${name}.woff2: ${(font.length / 1024).toFixed(1)} KB`);
}

function ascii(): string {
  return String.fromCharCode(...Array.from({ length: 95 }, (_, index) => index + 32));
}
