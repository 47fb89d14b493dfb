import { afterEach, expect, test, vi } from "vitest";
import { refuseLink } from "#app/offline/open-offline-page.ts";

const SITE = "https://practice.example";
const PAGE = `${SITE}/booking/x`;

afterEach(() => void vi.unstubAllGlobals());

/** A link of a page as it is pressed; `copies`: the pages that are stored. */
function press(href: string, { onLine = false, copies = [] as string[], target = "", ctrlKey = false } = {}) {
  const done: string[] = [];
  const held: (() => void)[] = [];
  class Link {
    href = new URL(href, PAGE).href;
    target = target;
    closest = () => this;
    origin = new URL(this.href).origin;
    pathname = new URL(this.href).pathname;
    search = new URL(this.href).search;
    hash = new URL(this.href).hash;
  }
  const caches = { match: async (path: string) => copies.includes(path) };
  const location = { ...urlParts(PAGE), assign: (to: string) => done.push(to) };
  const net = { onLine };
  vi.stubGlobal("Element", Link);
  vi.stubGlobal("navigator", net);
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("window", { location, caches });
  const stop = { preventDefault: () => done.push("prevented"), stopImmediatePropagation: () => {} };
  const event = { target: new Link(), button: 0, ctrlKey, ...stop };
  refuseLink(event as unknown as MouseEvent, (follow) => void held.push(follow));
  return { done, held, net };
}

function urlParts(address: string) {
  const { origin, pathname, search } = new URL(address);
  return { origin, pathname, search };
}

test("without a network a link is held, and followed when it is back and not before", async () => {
  const { done, held, net } = press("/book?service=x");
  await expect.poll(() => held.length).toBe(1);
  held[0]?.();
  expect(done).toEqual(["prevented"]);
  net.onLine = true;
  held[0]?.();
  expect(done).toEqual(["prevented", `${SITE}/book?service=x`]);
});

test("one that leads to a page with a copy opens it, and is held where there is none", async () => {
  const there = press("/my-appointment", { copies: ["/my-appointment"] });
  await expect.poll(() => there.done).toEqual(["prevented", "/my-appointment"]);
  expect(there.held).toEqual([]);
  const none = press("/my-appointment");
  await expect.poll(() => none.held.length).toBe(1);
});

test.each([
  ["with a network", "/book", { onLine: true }],
  ["within the page", "#ask", {}],
  ["of another site", "https://else.example/", {}],
  ["to ring", "tel:+441632960417", {}],
  ["in a new tab", "/book", { target: "_blank" }],
  ["with a key", "/book", { ctrlKey: true }],
])("a link %s is left alone", (_, href, given) => {
  const { done, held } = press(href, given);
  expect([done, held]).toEqual([[], []]);
});
