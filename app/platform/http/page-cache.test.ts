import { expect, test } from "vitest";
import { type CachedPage, createPageCache } from "#app/platform/http/page-cache.server.ts";

const now = { contentVersion: 1, minute: 100 };

function page(size: number): CachedPage {
  const bytes = { identity: Buffer.alloc(size), br: Buffer.alloc(0), gzip: Buffer.alloc(0) };
  return { etag: String(size), headers: {}, bytes };
}

test("a page is kept for its minute and its content, and stale for five minutes more", () => {
  const cache = createPageCache();
  cache.set("/", now, page(1));
  const later = { ...now, minute: 103 };
  expect([cache.get("/", now)?.etag, cache.get("/", later), cache.getStale("/", later)?.etag]).toEqual([
    "1",
    null,
    "1",
  ]);
  expect(cache.getStale("/", { ...now, minute: 106 })).toBeNull();
  expect(cache.getStale("/", { ...now, contentVersion: 2 })).toBeNull();
});

test("one page for each address; beyond the bytes the one longest unread goes", () => {
  const cache = createPageCache(100);
  cache.set("/a", now, page(40));
  cache.set("/a", { ...now, minute: 101 }, page(40));
  cache.set("/b", now, page(40));
  cache.getStale("/a", { ...now, minute: 101 });
  cache.set("/c", now, page(40));
  expect(["/a", "/b", "/c"].map(cache.knows)).toEqual([true, false, true]);
});

test("a page larger than all room is not kept", () => {
  const cache = createPageCache(100);
  cache.set("/a", now, page(101));
  expect(cache.knows("/a")).toBe(false);
});

test("a page that grew beyond all room takes its older self along, and what it took counts no more", () => {
  const cache = createPageCache(100);
  cache.set("/a", now, page(60));
  cache.set("/a", now, page(101));
  cache.set("/b", now, page(50));
  cache.set("/c", now, page(50));
  expect(["/a", "/b", "/c"].map(cache.knows)).toEqual([false, true, true]);
});
