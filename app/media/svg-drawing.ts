import { classesOf, drawnAttributes } from "#app/media/svg-attributes.ts";

/** An element of a parsed file; texts are strings. */
export type XmlElement = { name: string; attributes: Readonly<Record<string, string>>; children: XmlNode[] };
export type XmlNode = XmlElement | string;

export type SvgDrawing =
  | { kind: "drawn"; svg: string; width: number; height: number }
  /** `holds`: an element that we can't draw, and without which it would be another picture. */
  | { kind: "undrawable"; holds: string }
  | { kind: "unreadable" };

const DRAWN = new Set([
  ...["g", "defs", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"],
  ...["linearGradient", "radialGradient", "stop", "clipPath"],
]);
const SEEN = new Set([
  "svg",
  "text",
  "image",
  "use",
  "filter",
  "mask",
  "pattern",
  "symbol",
  "foreignObject",
  "switch",
  "a",
]);
const MOST_ELEMENTS = 2_000;
const DEEPEST = 30;
const LARGEST = 100_000;

class Undrawable extends Error {}

/**
 * Writes a drawing anew from what is on our list: shapes, gradients and clips. Scripts, animations, links, events,
 * addresses and everything unknown is not on it. Nothing of the old text is copied but values that fit their pattern.
 */
export function drawSvg(root: XmlElement): SvgDrawing {
  const box = boxOf(root.attributes);
  if (root.name !== "svg" || !box) return { kind: "unreadable" };
  const elements = elementsIn(root);
  if (elements === null) return { kind: "unreadable" };
  const sheets = elements.filter(({ name }) => name === "style");
  const classes = classesOf(sheets.flatMap(({ children }) => children.filter(isText)).join("\n"));
  try {
    const inner = root.children.map((child) => written(child, classes)).join("");
    if (!inner.includes("<")) return { kind: "unreadable" };
    const [, , width, height] = box;
    const looks = drawnAttributes(root.attributes, classes).filter(([name]) => !PLACED.has(name));
    const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" width="${width}" height="${height}"`;
    return { kind: "drawn", svg: `${head}${attributesText(looks)}>${inner}</svg>`, width, height };
  } catch (error) {
    if (error instanceof Undrawable) return { kind: "undrawable", holds: error.message };
    throw error;
  }
}

const PLACED = new Set(["x", "y", "width", "height", "transform", "href"]);

function written(node: XmlNode, classes: ReturnType<typeof classesOf>): string {
  if (isText(node)) return "";
  if (SEEN.has(node.name)) throw new Undrawable(node.name);
  if (!DRAWN.has(node.name)) return "";
  const inner = node.children.map((child) => written(child, classes)).join("");
  const start = `<${node.name}${attributesText(drawnAttributes(node.attributes, classes))}`;
  return inner ? `${start}>${inner}</${node.name}>` : `${start}/>`;
}

function attributesText(attributes: readonly [string, string][]): string {
  return attributes.map(([name, value]) => ` ${name}="${value.replace(/\s+/g, " ")}"`).join("");
}

/** All elements, or null if there are too many or they are nested too deep. */
function elementsIn(root: XmlElement): XmlElement[] | null {
  const found: XmlElement[] = [];
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    found.push(...level);
    if (depth > DEEPEST || found.length > MOST_ELEMENTS) return null;
    level = level.flatMap(({ children }) => children.filter((child): child is XmlElement => !isText(child)));
  }
  return found;
}

function boxOf({ viewBox, width, height }: Readonly<Record<string, string>>) {
  const typed = viewBox ?? `0 0 ${Number.parseFloat(width ?? "")} ${Number.parseFloat(height ?? "")}`;
  const [x = Number.NaN, y = Number.NaN, wide = Number.NaN, tall = Number.NaN, ...more] = typed
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const fits = [x, y, wide, tall].every((part) => Math.abs(part) <= LARGEST) && wide > 0 && tall > 0;
  return fits && more.length === 0 ? ([x, y, wide, tall] as const) : null;
}

function isText(node: XmlNode): node is string {
  return typeof node === "string";
}
