import type { z } from "zod";

/** A form's values by the names of its fields, as typed or stored. `lengths.0.minutes` is nested. */
export type Fields = Record<string, string>;

export type FieldErrors = Record<string, string>;

/**
 * What a form is answered with when it is not done: what was typed, to stand there still, and why. `conflict`: what
 * somebody else did first. `More`: what this form alone shows.
 */
export type FormReply<More = unknown> = { typed: Fields; errors?: Partial<FieldErrors>; conflict?: string } & More;

export function fieldsFrom(form: FormData): Fields {
  const fields: Fields = {};
  for (const [name, value] of form) if (typeof value === "string" && !(name in fields)) fields[name] = value;
  return fields;
}

/** The version of the record that filled a form; -1, which none has, for anything else. */
export function versionFrom(sent: unknown): number {
  return typeof sent === "string" && /^\d{1,9}$/.test(sent) ? Number(sent) : -1;
}

/** A record as its form's fields. Null and undefined are empty, true is `on`, and false is left out. */
export function fieldsOf(record: object): Fields {
  const fields: Fields = {};
  for (const [name, value] of Object.entries(record)) {
    if (value === false) continue;
    if (value !== null && typeof value === "object") {
      for (const [inner, text] of Object.entries(fieldsOf(value))) fields[`${name}.${inner}`] = text;
    } else fields[name] = value === true ? "on" : String(value ?? "");
  }
  return fields;
}

type Nested = { [name: string]: string | Nested };

/** The fields as a tree: `lengths.0.minutes` becomes `{ lengths: { 0: { minutes } } }`. */
export function nestedFrom(fields: Fields): Nested {
  const root = emptyNode();
  for (const [name, value] of Object.entries(fields)) {
    const path = name.split(".");
    const last = path.pop() as string;
    let node = root;
    for (const part of path) node = childOf(node, part);
    node[last] = value;
  }
  return root;
}

function childOf(node: Nested, name: string): Nested {
  const child = node[name];
  if (typeof child === "object") return child;
  const made = emptyNode();
  node[name] = made;
  return made;
}

function errorsFrom(error: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of error.issues) errors[path.join(".")] ??= message;
  return errors;
}

export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Fields,
): { kind: "valid"; value: z.output<Schema> } | { kind: "invalid"; errors: FieldErrors } {
  const result = schema.safeParse(nestedFrom(fields));
  return result.success ? { kind: "valid", value: result.data } : { kind: "invalid", errors: errorsFrom(result.error) };
}

// No prototype: a field called `__proto__` is a field like any other.
function emptyNode(): Nested {
  return Object.create(null) as Nested;
}
