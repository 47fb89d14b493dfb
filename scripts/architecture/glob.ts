/** Whether a path fits one of the patterns: `*` is any name, `**` any number of folders. */
export function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => regexOf(pattern).test(path));
}

function regexOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*\*|\*)/).map((part) => {
    if (part === "**/") return "(?:.*/)?";
    if (part === "**") return ".*";
    if (part === "*") return "[^/]*";
    return RegExp.escape(part);
  });
  return new RegExp(`^${parts.join("")}$`);
}
