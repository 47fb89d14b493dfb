/** An element of a parsed file; texts are strings. */
export type XmlElement = { name: string; attributes: Readonly<Record<string, string>>; children: XmlNode[] };
export type XmlNode = XmlElement | string;

export type SvgDrawing =
  | { kind: "drawn"; svg: string; width: number; height: number }
  /** `holds`: an element that we can't draw, and without which it would be another picture. */
  | { kind: "invalid"; holds: string }
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
    if (error instanceof Undrawable) return { kind: "invalid", holds: error.message };
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

const NUMBER = /^[-+]?(\d{1,7}(\.\d{0,9})?|\.\d{1,9})(e[-+]?\d{1,2})?(px|pt|mm|cm|in|%)?$/i;
const NUMBERS = /^[\d\s,.eE+-]*$/;
const PATH = /^[MmZzLlHhVvCcSsQqTtAa\d\s,.eE+-]*$/;
// Every blank has one place in this pattern: with two, each gap would double the ways to fail.
const TRANSFORM = /^\s*((matrix|translate|scale|rotate|skewX|skewY)\s*\([\d\s,.eE+-]*\)\s*(,\s*)?)*$/;
const COLOUR =
  /^(none|transparent|currentColor|#[\da-f]{3,8}|[a-z]{3,20}|(rgb|rgba|hsl|hsla)\([\d\s,.%/]{3,40}\)|url\(#[a-z_][\w.-]{0,60}\))$/i;
const LOCAL_URL = /^(none|url\(#[a-z_][\w.-]{0,60}\))$/i;
const LOCAL_HREF = /^#[a-z_][\w.-]{0,60}$/i;
const ID = /^[a-z_][\w.-]{0,60}$/i;

const oneOf = (...words: string[]) => new RegExp(`^(${words.join("|")})$`);

// What looks may be set by a style, too.
const PAINT: Record<string, RegExp> = {
  fill: COLOUR,
  stroke: COLOUR,
  "stop-color": COLOUR,
  opacity: NUMBER,
  "fill-opacity": NUMBER,
  "stroke-opacity": NUMBER,
  "stop-opacity": NUMBER,
  "stroke-width": NUMBER,
  "stroke-miterlimit": NUMBER,
  "stroke-dashoffset": NUMBER,
  "stroke-dasharray": /^(none|[\d\s,.]*)$/,
  "stroke-linecap": oneOf("butt", "round", "square"),
  "stroke-linejoin": oneOf("miter", "round", "bevel"),
  "fill-rule": oneOf("nonzero", "evenodd"),
  "clip-rule": oneOf("nonzero", "evenodd"),
  "clip-path": LOCAL_URL,
  display: oneOf("none", "inline"),
  visibility: oneOf("hidden", "visible"),
};

const SHAPE: Record<string, RegExp> = {
  id: ID,
  d: PATH,
  points: NUMBERS,
  transform: TRANSFORM,
  gradientTransform: TRANSFORM,
  gradientUnits: oneOf("userSpaceOnUse", "objectBoundingBox"),
  clipPathUnits: oneOf("userSpaceOnUse", "objectBoundingBox"),
  spreadMethod: oneOf("pad", "reflect", "repeat"),
  offset: NUMBER,
  ...Object.fromEntries(
    ["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "width", "height"].map((name) => [
      name,
      NUMBER,
    ]),
  ),
};

type Attributes = Readonly<Record<string, string>>;

/** The attributes of one element that may be drawn: looks of its classes first, its own after them, its style last. */
function drawnAttributes(attributes: Attributes, classes: ReadonlyMap<string, Attributes>): [string, string][] {
  const named = [...new Set((attributes.class ?? "").split(/\s+/))].flatMap((name) =>
    Object.entries(classes.get(name) ?? {}),
  );
  const own = Object.entries(attributes).filter(([name, value]) => allowed(SHAPE, name, value));
  const painted = Object.entries(attributes).filter(([name, value]) => allowed(PAINT, name, value));
  const href = attributes.href ?? attributes["xlink:href"] ?? "";
  const link: [string, string][] = LOCAL_HREF.test(href) ? [["href", href]] : [];
  const styled = Object.entries(looksOf(attributes.style ?? ""));
  return [...new Map([...own, ...link, ...painted, ...named, ...styled])];
}

/** The classes of a style sheet of plain rules, as drawing programs write them: `.a,.b{fill:#123}`. */
function classesOf(sheet: string): Map<string, Attributes> {
  const classes = new Map<string, Attributes>();
  for (const rule of withoutComments(sheet).split("}")) {
    const [body, selectors] = rule.split("{").toReversed();
    if (body === undefined || selectors === undefined) continue;
    const looks = looksOf(body);
    for (const selector of selectors.split(",")) {
      const name = /^\.([\w-]{1,60})$/.exec(selector.trim())?.[1];
      if (name) classes.set(name, { ...classes.get(name), ...looks });
    }
  }
  return classes;
}

function withoutComments(sheet: string): string {
  const [before = "", ...comments] = sheet.split("/*");
  return before + comments.map((comment) => comment.split("*/").slice(1).join("*/")).join("");
}

function looksOf(style: string): Attributes {
  const pairs = style.split(";").map((line) => line.split(":").map((part) => part.trim()));
  const kept = pairs.filter(([name = "", value = "", ...more]) => more.length === 0 && allowed(PAINT, name, value));
  return Object.fromEntries(kept.map(([name = "", value = ""]) => [name, value]));
}

function allowed(list: Record<string, RegExp>, name: string, value: string): boolean {
  return Object.hasOwn(list, name) && value.length <= 100_000 && (list[name]?.test(value) ?? false);
}
