import { XmlElement as ParsedElement, parseXml, XmlCdata, XmlText } from "@rgrove/parse-xml";
import type { XmlElement, XmlNode } from "#app/media/svg-drawing.ts";

/** The root of an XML text, or null if it is none. Entities of its own are never expanded, nothing is loaded. */
export function parsedXml(text: string): XmlElement | null {
  try {
    const { root } = parseXml(text);
    return root && plain(root);
  } catch {
    // Not well-formed, an unknown entity, or nested beyond the stack.
    return null;
  }
}

function plain({ name, attributes, children }: ParsedElement): XmlElement {
  return {
    name,
    attributes,
    children: children.flatMap((child): XmlNode | XmlNode[] => {
      if (child instanceof ParsedElement) return plain(child);
      return child instanceof XmlText || child instanceof XmlCdata ? child.text : [];
    }),
  };
}
