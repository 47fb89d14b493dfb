import { isOfOurInstants } from "#app/platform/form-schemas.ts";

/** A record of the export, whatever tool wrote it: plain values, instants as epoch ms. */
export type PlainRecord = { [field: string]: PlainValue };
export type PlainValue = string | number | boolean | null | PlainRecord | PlainValue[];

/** The fields of a document without what the tool added. `rest`: written by the REST interface, with its types. */
export function plainRecord(document: unknown, { rest }: { rest: boolean }): PlainRecord {
  if (!isObject(document)) return {};
  const fields = Object.entries(document).filter(([name]) => name !== "__collections__" && name !== "subCollection");
  return Object.fromEntries(fields.map(([name, value]) => [name, rest ? fromRest(value) : fromPlain(value)]));
}

function fromRest(value: unknown): PlainValue {
  if (!isObject(value)) return null;
  const [type, content] = Object.entries(value)[0] ?? [];
  if (type === "timestampValue") return Date.parse(String(content));
  if (type === "integerValue" || type === "doubleValue") return Number(content);
  if (type === "booleanValue") return content === true;
  if (type === "stringValue") return String(content);
  return null;
}

/** A timestamp is written in seven ways; each becomes epoch ms. */
function fromPlain(value: unknown): PlainValue {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (!isObject(value)) return null;
  if (value.__datatype__ === "timestamp" || "timestampValue" in value) {
    return "timestampValue" in value ? Date.parse(String(value.timestampValue)) : fromPlain(value.value);
  }
  const seconds = value._seconds ?? value.seconds;
  const nanos = value._nanoseconds ?? value.nanoseconds ?? 0;
  if (typeof seconds === "number") return seconds * 1000 + Math.floor(Number(nanos) / 1_000_000);
  return null;
}

/** An instant as it may stand in a field: epoch ms as number or digits, or ISO text. Null: none of them. */
export function instantIn(value: PlainValue | undefined): number | null {
  if (typeof value === "number") return ours(value);
  if (typeof value !== "string") return null;
  const at = /^\d{10,16}$/.test(value)
    ? Number(value)
    : /^\d{4}-\d{2}-\d{2}T/.test(value)
      ? Date.parse(value)
      : Number.NaN;
  return ours(at);
}

/** Whole milliseconds of this century: a seconds' count, or the year 9999, is no time of a diary. */
function ours(at: number): number | null {
  return isOfOurInstants(at) ? Math.trunc(at) : null;
}

export function textIn(value: PlainValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? storable(String(value)).trim() : "";
}

// PostgreSQL stores no NUL, and neither engine half of a character.
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
