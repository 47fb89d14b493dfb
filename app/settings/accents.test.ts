import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ACCENTS } from "#app/settings/schemas/look.ts";

const styleOf = (name: string) => readFileSync(new URL(`../ui/styles/${name}.css`, import.meta.url), "utf8");
const [theme, looks] = [styleOf("theme"), styleOf("looks")];
const THEMES = ["light", "dark"] as const;
type Colours = Record<string, string>;

/** The custom properties of the first rule with this selector. */
function rule(sheet: string, selector: string): Colours {
  const body = sheet.slice(sheet.indexOf(selector)).match(/\{([^}]*)\}/)?.[1] ?? "";
  return Object.fromEntries(
    [...body.matchAll(/--([\w-]+): ([^;]+?)(?: !important)?;/g)].map((found) => found.slice(1)),
  );
}

function coloursOf(accent: string, mode: (typeof THEMES)[number]): Colours {
  const colours = rule(theme, `[data-theme="${mode}"] {`);
  if (accent === "oxide") return colours;
  const own = rule(looks, `[data-accent="${accent}"] {`);
  return { ...colours, accent: own[mode] ?? "", "accent-strong": own[`${mode}-strong`] ?? "" };
}

/** Relative luminance of `oklch(L C H)`, as WCAG defines it. Outside of sRGB a screen shows the nearest. */
function luminanceOf(colour: string): number {
  const [, lightness = 0, chroma = 0, hue = 0] = (/^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour) ?? []).map(
    Number,
  );
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const [l, m, s] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s;
  const [r, g, bl] = [red, green, blue].map((part) => Math.min(1, Math.max(0, part)));
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (bl ?? 0);
}

function contrast(one: string | undefined, other: string | undefined): number {
  const [brighter = 0, darker = 0] = [luminanceOf(one ?? ""), luminanceOf(other ?? "")].sort((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

test("the measure agrees with known contrasts", () => {
  expect(contrast("oklch(1 0 0)", "oklch(0 0 0)")).toBeCloseTo(21, 1);
  const light = coloursOf("oxide", "light");
  expect(contrast(light.ink, light.paper)).toBeCloseTo(12.5, 1);
  expect(contrast(light.accent, light.wash)).toBeCloseTo(4.66, 1);
});

test.each(ACCENTS.flatMap((accent) => THEMES.map((mode) => [accent, mode] as const)))(
  "%s, %s: text on it, its line on every ground, and the ring around it can be seen",
  (accent, mode) => {
    const colours = coloursOf(accent, mode);
    expect(colours.accent).toMatch(/^oklch/);
    for (const filled of ["accent", "accent-strong"]) {
      expect(contrast(colours["on-accent"], colours[filled]), `on ${filled}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const ground of ["paper", "surface", "wash"]) {
      expect(contrast(colours.accent, colours[ground]), `on ${ground}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colours.ink, colours[ground]), `ring on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  },
);

test("each theme says the same whether it was chosen or is the device's", () => {
  const device = rule(theme.slice(theme.indexOf("@media (prefers-color-scheme: dark) {\n  :root")), ":root:not(");
  expect(rule(theme, '[data-theme="dark"] {')).toEqual(device);
  expect(rule(looks, '[data-theme="dark"][data-accent]')).toEqual(
    rule(looks, ':root:not([data-theme="light"])[data-accent]'),
  );
});
