import type { Fields } from "#tests/support/fuzz/fields.ts";

const FIELD = /<input\b[^>]*>|<textarea\b[^>]*>[^<]*<\/textarea>|<select\b.*?<\/select>/gs;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

/** The values of a page's forms as served: sent back, they would change nothing. */
export function formValues(html: string): Fields {
  const values: Fields = {};
  for (const [field] of html.matchAll(FIELD)) {
    const name = attribute(field, "name");
    const value = valueIn(field);
    if (name && value !== null) values[name] ??= value;
  }
  return values;
}

function valueIn(field: string): string | null {
  if (field.startsWith("<textarea")) return plain(/>([^<]*)</.exec(field)?.[1] ?? "");
  if (field.startsWith("<select")) {
    const chosen = /<option\b[^>]*\bselected[^>]*>/.exec(field) ?? /<option\b[^>]*>/.exec(field);
    return chosen ? (attribute(chosen[0], "value") ?? "") : null;
  }
  const isOff = /type="(checkbox|radio)"/.test(field) && !/\bchecked\b/.test(field);
  return isOff ? null : (attribute(field, "value") ?? "");
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? undefined : plain(found);
}

function plain(text: string): string {
  return text.replace(/&(\w+|#\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
