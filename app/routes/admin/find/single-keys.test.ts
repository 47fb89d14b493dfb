import { expect, test } from "vitest";
import { mayUseSingleKeys, openedBy, setSingleKeys } from "#app/routes/admin/find/single-keys.ts";

const KEY = { key: "", ctrlKey: false, metaKey: false, altKey: false, isComposing: false };
const free = { isTyping: false, single: true };

test("Ctrl K and ⌘ K open the palette, also from a field", () => {
  for (const where of [free, { isTyping: true, single: false }]) {
    expect(openedBy({ ...KEY, key: "k", ctrlKey: true }, where)).toBe("palette");
    expect(openedBy({ ...KEY, key: "K", metaKey: true }, where)).toBe("palette");
  }
  expect(openedBy({ ...KEY, key: "k", ctrlKey: true, altKey: true }, free)).toBeNull();
  expect(openedBy({ ...KEY, key: "k", ctrlKey: true, metaKey: true }, free)).toBeNull();
});

test("single keys count outside of fields, and where they are not turned off", () => {
  expect(openedBy({ ...KEY, key: "/" }, free)).toBe("palette");
  expect(openedBy({ ...KEY, key: "?" }, free)).toBe("help");
  expect(openedBy({ ...KEY, key: "k" }, free)).toBeNull();
  for (const key of ["/", "?"]) {
    expect(openedBy({ ...KEY, key }, { ...free, isTyping: true })).toBeNull();
    expect(openedBy({ ...KEY, key }, { ...free, single: false })).toBeNull();
    expect(openedBy({ ...KEY, key, ctrlKey: true }, free)).toBeNull();
    expect(openedBy({ ...KEY, key, isComposing: true }, free)).toBeNull();
  }
});

test("they stay off in this browser, and on where nothing can be stored", () => {
  const stored = new Map<string, string>();
  const store = {
    getItem: (item: string) => stored.get(item) ?? null,
    setItem: (item: string, value: string) => void stored.set(item, value),
    removeItem: (item: string) => void stored.delete(item),
  };
  expect(mayUseSingleKeys(store)).toBe(true);
  setSingleKeys(store, false);
  expect(mayUseSingleKeys(store)).toBe(false);
  setSingleKeys(store, true);
  expect(mayUseSingleKeys(store)).toBe(true);
  const blocked = () => {
    throw new Error("blocked");
  };
  const none = { getItem: blocked, setItem: blocked, removeItem: blocked };
  setSingleKeys(none, false);
  expect(mayUseSingleKeys(none)).toBe(true);
});
