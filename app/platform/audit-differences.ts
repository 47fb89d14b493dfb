import { fieldsOf } from "#app/platform/form-fields.ts";

const LONGEST = 60;
const MOST = 12;

/** What changed in a record, for its audit line: by field, the old value and the new one, shortened. */
export function differences(before: object, after: object): Record<string, string> {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => old[name] !== now[name]);
  return Object.fromEntries(
    changed.slice(0, MOST).map((name) => [name, `was ${told(old[name])}, now ${told(now[name])}`]),
  );
}

function told(value: string | undefined): string {
  if (!value) return "nothing";
  return value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;
}
