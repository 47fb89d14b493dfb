import { type Drawn, reactName } from "#app/ui/plot/drawn-plot.ts";

/** The part of a DOM element that a plotting library writes to. */
type Part = Drawn & { words: string | null; childNodes: Part[]; [other: string]: unknown };

/**
 * A minimal document to plot into without a browser: it creates elements and stores attributes and children; queries
 * find nothing. Inline styles are dropped, as the Content-Security-Policy allows none; the style sheet replaces them.
 */
export function sketchDocument(): Document {
  const sketch: Record<string, unknown> = { querySelector: () => null, querySelectorAll: () => [] };
  const createElement = (tag: string) => partOf(tag, sketch);
  return Object.assign(sketch, {
    createElement,
    createElementNS: (_namespace: string, tag: string) => createElement(tag),
    createTextNode: wordsOf,
    documentElement: createElement("html"),
  }) as unknown as Document;
}

export function drawnFrom(element: unknown): Drawn {
  const { tag, attributes, childNodes } = element as Part;
  const visible = childNodes.filter((child) => child.tag !== "style");
  return { tag, attributes, children: visible.map((child) => child.words ?? drawnFrom(child)) };
}

const NO_STYLE = { setProperty() {}, removeProperty() {} };
// The whole drawing has a label; one for each group of marks would be read out as noise.
const LEFT_OUT = /^(style|xmlns.*|aria-.*)$/;

function wordsOf(words: unknown): Part {
  return { tag: "", words: String(words), attributes: {}, children: [], childNodes: [] };
}

function partOf(tag: string, ownerDocument: unknown): Part {
  const attributes: Record<string, string> = {};
  const set = (name: string, value: unknown) => {
    if (!LEFT_OUT.test(name)) attributes[reactName(name)] = String(value);
  };
  const unset = (name: string) => {
    delete attributes[reactName(name)];
  };
  const part: Part = {
    tag,
    words: null,
    attributes,
    children: [],
    childNodes: [],
    ownerDocument,
    style: NO_STYLE,
    parentNode: null,
    setAttribute: set,
    setAttributeNS: (_: string, name: string, value: unknown) => set(name, value),
    removeAttribute: unset,
    removeAttributeNS: (_: string, name: string) => unset(name),
    getAttribute: (name: string) => attributes[reactName(name)] ?? null,
    addEventListener() {},
    querySelector: () => null,
    querySelectorAll: () => [],
    appendChild: (child: Part) => place(child, null),
    insertBefore: (child: Part, before: Part | null) => place(child, before),
    append(...children: (Part | string)[]) {
      for (const child of children) place(typeof child === "string" ? wordsOf(child) : child, null);
    },
    set textContent(words: string) {
      part.childNodes = [wordsOf(words)];
    },
  };
  function place(child: Part, before: Part | null): Part {
    const at = before ? part.childNodes.indexOf(before) : part.childNodes.length;
    part.childNodes.splice(at, 0, child);
    child.parentNode = part;
    return child;
  }
  return part;
}
