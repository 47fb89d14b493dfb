/** What axe found on one page in one look. */
export type AxeRow = { path: string; width: number; theme: "light" | "dark"; found: number };

const TABLE = [
  "| page | 360 px, light | 360 px, dark | 1440 px, light | 1440 px, dark |",
  "| --- | ---: | ---: | ---: | ---: |",
];

/** docs/accessibility.md: the table of what was found, and what was tried beside it. */
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
    return `| ${path.replace(/\?.*/, "").replace("{secret}", "…")} | ${cells.join(" | ")} |`;
  });
  const total = rows.reduce((sum, { found }) => sum + found, 0);
  return `${[INTRO, `${rows.length} looks at ${pages.length} pages: ${total} findings.`, [...TABLE, ...lines].join("\n"), BESIDE].join("\n\n")}\n`;
}

const INTRO = `# Accessibility

What axe finds on every public page of \`app/routes.ts\`, against WCAG 2.0, 2.1 and 2.2 at levels A and AA and its own best practices. Made by \`npm run accessibility\`; the same code runs in every \`npm test\` (\`tests/e2e/public-pages.test.ts\`) and fails at one finding.`;

const BESIDE = `On the same pages the same test tries what axe can't:

- one \`h1\`, no heading level skipped, a title that no other page has;
- the skip link is the first stop and leads into the page; every stop of the Tab key after it shows its ring, in sight, under nothing;
- at 320 × 256 px (1280 × 1024 at 400 %) nothing is cut off and nothing scrolls sideways;
- without a script the page says the same;
- nothing is written to the console, and no other host is asked for anything.

By eye: forced colours (borders and focus stay, drawings take the text's colour), \`prefers-contrast: more\` (soft ink and hairlines become ink), a booking and a policy on paper (ink on white, without menus and buttons). Not yet: a test with disabled clients, and with screen readers other than Chromium's own tree.`;
