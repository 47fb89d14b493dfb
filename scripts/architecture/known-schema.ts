/** The columns of each table. */
export type KnownSchema = Record<string, string[]>;

const TABLES = /^app\/platform\/database\/(?:\w+-)?tables\.ts$/;

/** The tables and columns that the code can name, as its types do. */
export function schemaOf(files: ReadonlyMap<string, string>): KnownSchema {
  const schema: KnownSchema = {};
  for (const [path, text] of files) {
    if (!TABLES.test(path)) continue;
    for (const [, table = "", body = ""] of withoutComments(text).matchAll(/(\w+): \{([^{}]*)\}/g)) {
      schema[table] = [...body.matchAll(/(\w+)\??:/g)].map(([, column = ""]) => column);
    }
  }
  return schema;
}

/** Blanks in their place, so that positions stay. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/[^\n]*/g, (comment) => comment.replace(/[^\n]/g, " "));
}
