import { type ESTree, parseSync, Visitor } from "vite";

type Spot = { line: number; what: string };

export type Source = {
  path: string;
  imports: { specifier: string; line: number; typeOnly: boolean }[];
  /** Each `export … from`. */
  passedOn: Spot[];
  defaultExports: Spot[];
  exportedFunctions: { name: string; line: number; lines: number }[];
  clockReads: Spot[];
  environmentReads: Spot[];
  /** Where the body of a request is read or taken. */
  bodyReads: Spot[];
  /** Where the kind of an actor or a role is compared with one of the practice. */
  kindChecks: Spot[];
  /** JSX attributes that bypass the Content-Security-Policy or React's escaping. */
  riskyAttributes: Spot[];
  /** Each `insertInto("…")`, `updateTable("…")` and `deleteFrom("…")`. */
  rowWrites: Spot[];
  strings: string[];
  /** Each `kind: "…"`, of a value or of a type. */
  kinds: Spot[];
  /** Lines that imports take. */
  importLines: number;
  /** Each name in the code, with the line of its first use. */
  names: Map<string, number>;
  /** Lines that are only comment, and lines that are not empty. */
  commentLines: number;
  filledLines: number;
};

/** Parses with the bundler's parser. Throws on a syntax error. */
export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const lineOf = lineFinder(text);
  const source: Source = {
    path,
    imports: [],
    passedOn: [],
    defaultExports: [],
    exportedFunctions: [],
    clockReads: [],
    environmentReads: [],
    bodyReads: [],
    kindChecks: [],
    riskyAttributes: [],
    rowWrites: [],
    strings: [],
    kinds: [],
    importLines: 0,
    names: new Map(),
    ...countLines(text),
  };
  const see = (list: Spot[], what: string, node: ESTree.Node) => list.push({ line: lineOf(node.start), what });
  new Visitor({
    Identifier(node) {
      if (!source.names.has(node.name)) source.names.set(node.name, lineOf(node.start));
    },
    ImportDeclaration(node) {
      source.importLines += lineOf(node.end - 1) - lineOf(node.start) + 1;
      source.imports.push({
        specifier: node.source.value,
        line: lineOf(node.start),
        typeOnly: node.importKind === "type" || onlyTypes(node.specifiers),
      });
    },
    ImportExpression(node) {
      const { source: target } = node;
      if (target.type === "Literal" && typeof target.value === "string") {
        source.imports.push({ specifier: target.value, line: lineOf(node.start), typeOnly: false });
      }
    },
    ExportAllDeclaration(node) {
      see(source.passedOn, `export * from "${node.source.value}"`, node);
    },
    ExportNamedDeclaration(node) {
      if (node.source) see(source.passedOn, `export … from "${node.source.value}"`, node);
      const { declaration } = node;
      if (declaration?.type !== "FunctionDeclaration" || !declaration.id) return;
      const line = lineOf(declaration.start);
      const lines = lineOf(declaration.end) - line + 1;
      source.exportedFunctions.push({ name: declaration.id.name, line, lines });
    },
    ExportDefaultDeclaration(node) {
      see(source.defaultExports, "export default", node);
    },
    MemberExpression(node) {
      const name = nameOf(node);
      const part = partOf(node);
      if (BODY_PARTS.has(part) && isRequest(node.object)) see(source.bodyReads, `request.${part}`, node);
      if (name === "Date.now" || name === "Temporal.Now") see(source.clockReads, name, node);
      if (name === "process.env") see(source.environmentReads, name, node);
    },
    BinaryExpression({ left, right, start }) {
      if (right.type !== "Literal" || !KINDS_OF_PRACTICE.has(right.value)) return;
      const part = left.type === "MemberExpression" ? partOf(left) : nameOf(left);
      if (part === "kind") source.kindChecks.push({ line: lineOf(start), what: `kind against "${right.value}"` });
    },
    VariableDeclarator(node) {
      if (node.id.type !== "ObjectPattern" || !node.init || !isRequest(node.init)) return;
      for (const property of node.id.properties) {
        const name = property.type === "Property" ? nameOf(property.key) : "";
        if (BODY_PARTS.has(name)) see(source.bodyReads, `request.${name}`, node);
      }
    },
    NewExpression(node) {
      if (nameOf(node.callee) === "Date" && node.arguments.length === 0) see(source.clockReads, "new Date()", node);
    },
    CallExpression(node) {
      if (nameOf(node.callee) === "Date") see(source.clockReads, "Date()", node);
      const method = node.callee.type === "MemberExpression" ? partOf(node.callee) : "";
      const [table] = node.arguments;
      if (!ROW_WRITES.has(method) || table?.type !== "Literal") return;
      source.rowWrites.push({ line: lineOf(node.start), what: `${method} ${table.value}` });
    },
    JSXAttribute(node) {
      const name = node.name.type === "JSXIdentifier" ? node.name.name : "";
      if (name === "style" || name === "dangerouslySetInnerHTML") see(source.riskyAttributes, name, node);
    },
    Property({ key, value }) {
      if (nameOf(key) === "kind" && value.type === "Literal") see(source.kinds, String(value.value), value);
    },
    TSPropertySignature({ key, typeAnnotation }) {
      const type = typeAnnotation?.typeAnnotation;
      if (nameOf(key) !== "kind" || type?.type !== "TSLiteralType" || type.literal.type !== "Literal") return;
      see(source.kinds, String(type.literal.value), type);
    },
    Literal(node) {
      if (typeof node.value === "string") source.strings.push(node.value);
    },
  }).visit(program);
  return source;
}

const ROW_WRITES = new Set(["insertInto", "updateTable", "deleteFrom"]);
const KINDS_OF_PRACTICE: ReadonlySet<unknown> = new Set(["admin", "staff", "system"]);
const BODY_PARTS = new Set(["formData", "json", "text", "arrayBuffer", "blob", "bytes", "body"]);

/** Whether this is a request, by its name: `request`, `args.request`, `c.req`, or a copy of one. */
function isRequest(node: ESTree.Node): boolean {
  if (node.type === "CallExpression") {
    return node.callee.type === "MemberExpression" && partOf(node.callee) === "clone" && isRequest(node.callee.object);
  }
  const name = node.type === "MemberExpression" ? partOf(node) : nameOf(node);
  return /^req$|request$/i.test(name);
}

/** The `b` of `a.b` and of `a["b"]`. */
function partOf({ property }: ESTree.MemberExpression): string {
  return property.type === "Literal" ? String(property.value) : nameOf(property);
}

function onlyTypes(specifiers: ESTree.ImportDeclaration["specifiers"]): boolean {
  if (specifiers.length === 0) return false;
  return specifiers.every((one) => one.type === "ImportSpecifier" && one.importKind === "type");
}

/** `a.b` as text, for the two shapes that the rules need. */
function nameOf(node: ESTree.Node): string {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression" && !node.computed) return `${nameOf(node.object)}.${nameOf(node.property)}`;
  return "";
}

function countLines(text: string): { commentLines: number; filledLines: number } {
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  return { commentLines: lines.filter((line) => /^(\/\/|\/\*|\*)/.test(line)).length, filledLines: lines.length };
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    const next = starts.findIndex((start) => start > offset);
    return next === -1 ? starts.length : next;
  };
}
