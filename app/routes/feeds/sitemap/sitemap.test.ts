import { expect, test } from "vitest";
import { type Changes, sitemapEntries, sitemapXml } from "#app/routes/feeds/sitemap/sitemap.ts";
import { DEFAULT_WORDS, PAGES, type PageKey } from "#app/site/page-words.ts";

const words = Object.fromEntries(Object.keys(DEFAULT_WORDS).map((key) => [key, "2026-11-01"])) as Record<
  PageKey,
  string
>;
const changes: Changes = {
  words,
  settings: {},
  services: [
    { slug: "deep-tissue-massage", date: "2026-11-05" },
    { slug: "chair-massage", date: null },
  ],
  catalogue: "2026-11-05",
  therapists: "2026-11-03",
};
const dates = (part: Partial<Changes> = {}) => {
  const entries = sitemapEntries(PAGES, { ...changes, ...part });
  return Object.fromEntries(entries.map(({ path, lastmod }) => [path, lastmod]));
};

test("a page changed when the last of what it shows did", () => {
  expect(dates()).toMatchObject({
    "/": "2026-11-05",
    "/about": "2026-11-05",
    "/contact": "2026-11-01",
    "/faq": "2026-11-01",
    "/services/deep-tissue-massage": "2026-11-05",
    "/services/chair-massage": "2026-11-03",
    "/book": "2026-11-05",
  });
});

test("another phone number changes them all, other hours only the pages that show them", () => {
  const phone = dates({ settings: { business: "2026-11-20" } });
  expect(new Set(Object.values(phone))).toEqual(new Set(["2026-11-20"]));
  const hours = dates({ settings: { operationHours: "2026-11-20" } });
  expect(Object.entries(hours).filter(([, date]) => date === "2026-11-20")).toEqual([["/contact", "2026-11-20"]]);
});

test("an entry without a date has none, and what would break the file is escaped", () => {
  const xml = sitemapXml("https://a.example", [
    { path: "/a&b", lastmod: null },
    { path: "/c", lastmod: "2026-11-01" },
  ]);
  expect(xml).toContain("<url><loc>https://a.example/a&#38;b</loc></url>");
  expect(xml).toContain("<url><loc>https://a.example/c</loc><lastmod>2026-11-01</lastmod></url>");
});
