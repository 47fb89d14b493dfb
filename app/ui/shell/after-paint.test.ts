import { expect, test } from "vitest";
import { hydratedAfterPaint } from "#app/ui/shell/after-paint.ts";

const PAGE = [
  '<head><link rel="modulepreload" href="/assets/a.js" nonce="n"/><link rel="stylesheet" href="/assets/a.css"/></head>',
  '<script nonce="n">window.context = {};</script>',
  '<script nonce="n" type="module" async="">import "/assets/a.js"; const close = "<\\/script>";</script>',
].join("");

test("no file of the framework stands in the page for the browser to fetch before it can be read", () => {
  const page = hydratedAfterPaint(PAGE);
  expect(page).not.toContain('<link rel="modulepreload"');
  expect(page).not.toContain('type="module" async');
  expect(page).toContain('<link rel="stylesheet" href="/assets/a.css"/>');
  expect(page).toContain('<script nonce="n">window.context = {};</script>');
});

test("the script that starts it names the same files and holds the same code, and nothing in them ends it", () => {
  const [, starter] = hydratedAfterPaint(PAGE).split('<script nonce="n">(() => {');
  expect(starter).toContain('["/assets/a.js"]');
  expect(starter).toContain('import \\"/assets/a.js\\"; const close = \\"\\u003c');
  expect(starter?.match(/<\/script>/g)).toHaveLength(1);
});

test("a page without the framework stays as it is", () => {
  const page = '<head></head><script src="/assets/shell.js" type="module" nonce="n"></script>';
  expect(hydratedAfterPaint(page)).toBe(page);
});
