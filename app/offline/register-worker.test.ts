import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { registerWorker, storeOfflinePages } from "#app/offline/register-worker.ts";

const asked: unknown[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubEnv("PROD", true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function browser(register?: () => Promise<unknown>): void {
  const container = register && {
    register: (...given: unknown[]) => {
      asked.push(given);
      return register();
    },
  };
  vi.stubGlobal("navigator", container ? { serviceWorker: container } : {});
}

test("a part of the site has a worker of its own, and a public page asks for none", async () => {
  const registration = {};
  browser(async () => registration);
  expect(await registerWorker("/booking/a-secret")).toBe(registration);
  expect(asked).toEqual([["/worker.js", { scope: "/booking/", updateViaCache: "none" }]]);
  for (const path of ["/", "/book", "/account", "/login"]) expect(await registerWorker(path), path).toBeNull();
  expect(asked).toHaveLength(1);
});

test.each([
  ["has none", undefined],
  ["refuses", () => Promise.reject(new DOMException("Refused", "SecurityError"))],
  ["answers with nothing", async () => undefined],
])("a browser that %s keeps nothing, and nothing is logged or thrown", async (_, register) => {
  const said = [vi.spyOn(console, "warn"), vi.spyOn(console, "error"), vi.spyOn(console, "log")];
  browser(register);
  expect(await registerWorker("/my-appointment")).toBeNull();
  await storeOfflinePages("/my-appointment");
  for (const spy of said) expect(spy).not.toHaveBeenCalled();
});

test.each([
  ["signed out in another tab meanwhile", undefined, ["offline-1-one"]],
  ["still signed in", {}, []],
])("what was stored by a tab that is %s: %j", async (_, registration, removed) => {
  const deleted: string[] = [];
  const serviceWorker = { register: async () => ({}), getRegistration: async () => registration };
  const locks = { request: (_name: string, work: () => Promise<void>) => work() };
  vi.stubGlobal("navigator", { serviceWorker, locks });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  vi.stubGlobal("caches", {
    keys: async () => ["offline-1-one", "of-somebody-else"],
    delete: async (name: string) => deleted.push(name),
  });
  await storeOfflinePages("/my-appointment");
  expect(deleted).toEqual(removed);
});

test("a page that asks for its worker after somebody has signed out ends it, and stores nothing", async () => {
  const done: string[] = [];
  const registration = { unregister: async () => done.push("unregistered") };
  const locks = { request: (_name: string, work: () => Promise<void>) => work() };
  vi.stubGlobal("navigator", { serviceWorker: { register: async () => registration }, locks });
  vi.stubGlobal("caches", { keys: async () => [] });
  vi.stubGlobal("fetch", async (address: string) => {
    done.push(address);
    return { type: "opaqueredirect", status: 0, headers: new Headers() };
  });
  await storeOfflinePages("/admin");
  expect(done).toEqual(["/admin/offline", "unregistered"]);
});
