import fc from "fast-check";
import { z } from "zod";
import { NAUGHTY } from "#tests/support/attacks/naughty.ts";

export type Fields = Record<string, string>;

type Node = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, Node>;
  items?: Node | Node[];
  prefixItems?: Node[];
  additionalProperties?: Node | boolean;
  anyOf?: Node[];
  oneOf?: Node[];
};

// Likely values, by the last part of a field's name.
const LIKELY: [RegExp, readonly string[]][] = [
  [/email|reply/i, ["ada@example.com", "bob@example.com", "not an address"]],
  [/phone|tel/i, ["01632 960001", "+44 7700 900982", "12"]],
  [/password|current/i, ["plaster thumb orchard 7", "password1", "another thumb orchard 8"]],
  [/^(start|near)$/, ["2027-01-13T10:00:00.000Z", "2027-02-02T14:15:00+01:00", "1799836200000", "8640000000000000"]],
  [/day|date/i, ["2027-01-13", "2026-12-25", "2027-02-29", "9999-12-31"]],
  [/^(time|from|to)$/i, ["10:00", "09:35", "23:55", "24:00", ""]],
  [
    /minutes|notice|hours|days|months|interval|before|after|sequence|version|price/i,
    ["0", "5", "30", "60", "90", "1e9"],
  ],
  [/url|link|address/i, ["https://example.com/x", "javascript:alert(1)", "https://youtu.be/dQw4w9WgXcQ"]],
  [/intent/i, ["save", "preview", "remove", "delete", "read", "answered", "archived"]],
  [/role|access/i, ["admin", "user", "disabled", "enabled"]],
  [/attendance/i, ["came", "missed", "expected"]],
  [/nation/i, ["england", "scotland", "GB-ENG", "GB-SCT"]],
  [/^(tell|despite|ahead|accepted|active)$/i, ["on", "off", ""]],
];
const WORDS = ["Ada Smith", "A quiet room", "Łukasz Żółć", "two\nlines", "x"];

// The ends of what can be reckoned with, by what a field holds: random values hit them once in a hundred tries.
const EDGES: [RegExp, readonly string[]][] = [
  [
    /^(start|near)$/,
    ["8640000000000000", "-8640000000000001", "+275760-09-13T00:00:00.000Z", "9999-12-31T23:59:59Z", "-1%"],
  ],
  [/day|date|^(time|from|to)$/i, ["+275760-09-13", "9999-12-31", "0000-01-01", "-1%"]],
  [/minutes|notice|hours|days|months|interval|before|after|sequence|version|price/i, ["-1", "0%", "1e309", "8.64e15"]],
];
const PERCENT = "100% of %zz";
const TEXT_EDGES = ["", PERCENT, "x".repeat(6_000), "\u202eשלום\u202c \u2028\ufffd"];
// A form with NUL is refused before its action, and has no lone surrogates.
const JSON_EDGES = ["a\0b", "\ud800"];
// What is right in most fields, and wrong where somebody decodes, measures or cuts it.
const ODD = [
  PERCENT,
  "%E0%A4%A",
  "שלום \u202eעולם",
  "\u2066x\u2069",
  "bell\u0007\u001b[31m",
  "👩‍👩‍👧‍👦".repeat(9),
  "\u{10ffff}\ufdd0",
];

/** One field at its edges, each to be sent with what is right in all others. */
export function edgesOf(name: string, as: "form" | "json"): Fields[] {
  const last = name.split(".").at(-1) ?? name;
  const known = EDGES.find(([pattern]) => pattern.test(last))?.[1] ?? TEXT_EDGES;
  const values = as === "json" ? [...known, ...JSON_EDGES] : known;
  return values.map((value) => ({ [name]: value }));
}

/** A likely value, a known name or id, or a text that has broken other programs. */
function textField(name: string, known: readonly string[]): fc.Arbitrary<string> {
  const last = name.split(".").at(-1) ?? name;
  const likely = LIKELY.find(([pattern]) => pattern.test(last))?.[1] ?? WORDS;
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...likely) },
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 2, arbitrary: fc.constantFrom(...NAUGHTY) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 60 }) },
    { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.double(), fc.maxSafeInteger()).map(String) },
  );
}

/** Fields for a form with this schema: most of them, and likely values more often than not. */
export function formFields(schema: z.ZodType, known: readonly string[]): fc.Arbitrary<Fields> {
  const node = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Node;
  return pairsOf(node, "", known).map((pairs) => Object.fromEntries(pairs));
}

/** Fields for a query or form of which only the names are known. */
export function namedFields(names: readonly string[], known: readonly string[]): fc.Arbitrary<Fields> {
  const one = fc.constantFrom(...names).chain((name) => textField(name, known).map((text) => [name, text] as const));
  return fc.array(one, { maxLength: 12 }).map((pairs) => Object.fromEntries(pairs));
}

type Pairs = [string, string][];

function pairsOf(node: Node, name: string, known: readonly string[]): fc.Arbitrary<Pairs> {
  const { properties, additionalProperties, anyOf, oneOf, items, prefixItems } = node;
  const within = (part: string | number) => (name === "" ? String(part) : `${name}.${part}`);
  if (properties) {
    const inner = Object.entries(properties).map(([part, child]) => mostly(pairsOf(child, within(part), known)));
    return fc.tuple(...inner).map((pairs) => pairs.flat());
  }
  const rows = prefixItems ?? (Array.isArray(items) ? items : items && [items, items, items]);
  if (rows) {
    return fc.tuple(...rows.map((row, at) => mostly(pairsOf(row, within(at), known)))).map((pairs) => pairs.flat());
  }
  if (typeof additionalProperties === "object") {
    const inner = [0, 1, 2].map((at) => mostly(pairsOf(additionalProperties, within(at), known)));
    return fc.tuple(...inner).map((pairs) => pairs.flat());
  }
  const choices = anyOf ?? oneOf;
  if (choices && choices.length > 0) return fc.oneof(...choices.map((choice) => pairsOf(choice, name, known)));
  return leafOf(node, name, known).map((text): Pairs => [[name, text]]);
}

function leafOf(node: Node, name: string, known: readonly string[]): fc.Arbitrary<string> {
  const listed = node.enum ?? (node.const === undefined ? [] : [node.const]);
  if (listed.length === 0) return textField(name, known);
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...listed.map(String)) },
    { weight: 1, arbitrary: textField(name, known) },
  );
}

function mostly(pairs: fc.Arbitrary<Pairs>): fc.Arbitrary<Pairs> {
  return fc.oneof({ weight: 9, arbitrary: pairs }, { weight: 1, arbitrary: fc.constant<Pairs>([]) });
}
