export type AxeRow = { path: string; width: number; theme: "light" | "dark"; found: number };

const TABLE = [
  "| page | 360 px, light | 360 px, dark | 1440 px, light | 1440 px, dark |",
  "| --- | ---: | ---: | ---: | ---: |",
];

/** The text of docs/accessibility.md. */
export function axeReport(rows: readonly AxeRow[]): string {
  const pages = [...new Set(rows.map(({ path }) => path))];
  const looks = [
    [360, "light"],
    [360, "dark"],
    [1440, "light"],
    [1440, "dark"],
  ] as const;
  const lines = pages.map((path) => {
    const cells = looks.map(([width, theme]) => {
      return rows.find((row) => row.path === path && row.width === width && row.theme === theme)?.found ?? "–";
    });
    return `| ${path.replace(/\?.*/, "").replace(/\{(secret|hold|late)\}/, "…")} | ${cells.join(" | ")} |`;
  });
  const total = rows.reduce((sum, { found }) => sum + found, 0);
  return `${[INTRO, `${rows.length} checks of ${pages.length} pages: ${total} findings.`, [...TABLE, ...lines].join("\n"), BESIDE].join("\n\n")}\n`;
}

const INTRO = `# Accessibility

What axe finds on every public page of \`app/routes.ts\`, against WCAG 2.0, 2.1 and 2.2 at levels A and AA and its own best practices. Made by \`npm run accessibility\`; the same code runs in every \`npm test\` (\`tests/e2e/public-pages.test.ts\`) and fails on any finding.`;

const BESIDE = `The same test also checks on these pages what axe can't:

- one \`h1\`, no skipped heading level, a unique title;
- the skip link is the first tab stop and leads into the page; every tab stop after it shows its focus ring, in view and uncovered;
- at 320 × 256 px (1280 × 1024 at 400 %) nothing is cut off or scrolls sideways;
- without JavaScript the page has the same text;
- nothing is written to the console, and no request goes to another host.

By eye: forced colours (borders and focus stay, drawings take the text's colour), \`prefers-contrast: more\` (grey text and thin lines become ink), a printed booking and policy (ink on white, without menus and buttons). Not done yet: a test with disabled people, and with screen readers (only Chromium's accessibility tree was read).`;
