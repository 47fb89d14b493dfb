import { type ESTree, parseSync, Visitor } from "vite";

type Spot = { line: number; what: string };

/** One file of code, and what the rules ask about it. */
export type Source = {
  path: string;
  imports: { specifier: string; line: number; typeOnly: boolean }[];
  /** `export … from`, whatever it passes on. */
  passedOn: Spot[];
  defaultExports: Spot[];
  /** Functions with a name that are exported at the top, and how many lines they take. */
  exportedFunctions: { name: string; line: number; lines: number }[];
  clockReads: Spot[];
  environmentReads: Spot[];
  /** JSX attributes that the content security policy or the escaping of React can't see through. */
  riskyAttributes: Spot[];
  strings: string[];
};

/** Parses a file with the parser that also builds it. Code that does not parse is an error. */
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
    riskyAttributes: [],
    strings: [],
  };
  const see = (list: Spot[], what: string, node: ESTree.Node) => list.push({ line: lineOf(node.start), what });
  new Visitor({
    ImportDeclaration(node) {
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
      if (name === "Date.now" || name === "Temporal.Now") see(source.clockReads, name, node);
      if (name === "process.env") see(source.environmentReads, name, node);
    },
    NewExpression(node) {
      if (nameOf(node.callee) === "Date" && node.arguments.length === 0) see(source.clockReads, "new Date()", node);
    },
    CallExpression(node) {
      if (nameOf(node.callee) === "Date") see(source.clockReads, "Date()", node);
    },
    JSXAttribute(node) {
      const name = node.name.type === "JSXIdentifier" ? node.name.name : "";
      if (name === "style" || name === "dangerouslySetInnerHTML") see(source.riskyAttributes, name, node);
    },
    Literal(node) {
      if (typeof node.value === "string") source.strings.push(node.value);
    },
  }).visit(program);
  return source;
}

function onlyTypes(specifiers: ESTree.ImportDeclaration["specifiers"]): boolean {
  if (specifiers.length === 0) return false;
  return specifiers.every((one) => one.type === "ImportSpecifier" && one.importKind === "type");
}

/** `a.b` as text, for the two shapes that the rules look for. */
function nameOf(node: ESTree.Node): string {
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression" && !node.computed) return `${nameOf(node.object)}.${nameOf(node.property)}`;
  return "";
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    const next = starts.findIndex((start) => start > offset);
    return next === -1 ? starts.length : next;
  };
}
