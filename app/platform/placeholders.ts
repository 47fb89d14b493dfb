const IN_BRACES = /\{([^{}]*)\}/g;

/** The first `{…}` of a text that is not one of these names: a typing mistake that readers would see as it is. */
export function unknownPlaceholder(text: string, names: readonly string[]): string | null {
  const found = [...text.matchAll(IN_BRACES)].find(([, name = ""]) => !names.includes(name));
  return found?.[0] ?? null;
}

/** The names as they are typed: `{town}, {phone}`. */
export function inBraces(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(", ");
}

/** The error for such a mistake; `what` names the text. */
export function placeholderError(what: string, unknown: string, names: readonly string[]): string {
  return `${what}: there is no ${unknown}. In braces may stand ${inBraces(names)}`;
}
