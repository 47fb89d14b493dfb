import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { renewedDeviceForm } from "#app/push/push-device.form.ts";
import { type PushScope, showPushes } from "#app/push/push-worker.ts";

const SITE = "https://practice.example";
const TITLE = "New booking, Tuesday at 14:00";
const PAGE = `${SITE}/admin/appointments/1`;

type Happening = { waitUntil: (work: Promise<unknown>) => void } & Record<string, unknown>;

const listeners: Record<string, (event: Happening) => void> = {};
let did: unknown[] = [];
let windows: { url: string; focus: () => Promise<void> }[] = [];

const OPTIONS = { userVisibleOnly: true, applicationServerKey: new ArrayBuffer(65) };
const sentOf = (name: string) => ({
  endpoint: `https://push.example/${name}`,
  keys: { p256dh: "B".repeat(87), auth: "C".repeat(22) },
});
const subscription = (name: string) => ({
  options: OPTIONS,
  toJSON: () => sentOf(name),
  unsubscribe: async () => void did.push(["unsubscribed", name]),
});

const scope = {
  location: { origin: SITE },
  registration: {
    scope: `${SITE}/admin`,
    showNotification: async (...shown: unknown[]) => void did.push(["shown", ...shown]),
    pushManager: {
      getSubscription: async () => null,
      subscribe: async (options: unknown) => {
        did.push(["subscribed", options]);
        return subscription("new");
      },
    },
  },
  clients: { matchAll: async () => windows, openWindow: async (url: string) => void did.push(["opened", url]) },
  addEventListener: (type: string, listener: (event: Happening) => void) => {
    listeners[type] = listener;
  },
};
showPushes(scope as unknown as PushScope);

beforeEach(() => {
  [did, windows] = [[], []];
});

async function happens(type: string, event: Record<string, unknown>): Promise<void> {
  const works: Promise<unknown>[] = [];
  listeners[type]?.({ ...event, waitUntil: (work) => void works.push(work) });
  await Promise.all(works);
}

const pressed = (close = () => {}) => happens("notificationclick", { notification: { data: PAGE, close } });

test("what comes is shown once for each event", async () => {
  const text = JSON.stringify({ web_push: 8030, notification: { title: TITLE, navigate: PAGE, tag: "t" } });
  await happens("push", { data: { text: () => text } });
  expect(did).toEqual([["shown", TITLE, { tag: "t", lang: "en-GB", data: PAGE }]]);
});

test.each(["", "hello", '{"web_push":8030,"notification":{"title":"x","navigate":"https://elsewhere.example/"}}'])(
  "%j shows nothing",
  async (text) => {
    await happens("push", { data: { text: () => text } });
    await happens("push", { data: null });
    expect(did).toEqual([]);
  },
);

test("a press closes it and opens its page, or leads to the window that shows it", async () => {
  await pressed(() => void did.push("closed"));
  expect(did).toEqual(["closed", ["opened", PAGE]]);
  windows = [{ url: PAGE, focus: async () => void did.push("focused") }];
  await pressed();
  expect(did.slice(2)).toEqual(["focused"]);
});

test("a subscription that the browser replaces is told to the site by the old one's key, and made anew where it must be", async () => {
  const [oldSubscription, newSubscription] = [subscription("old"), subscription("new")];
  const renewed = { tells: "practice", before: sentOf("old"), after: sentOf("new") };
  expect(await changes({ oldSubscription, newSubscription }, { id: "a" })).toEqual(renewed);
  expect(did).toEqual([]);
  expect(await changes({ oldSubscription, newSubscription: null }, { id: "a" })).toEqual(renewed);
  expect(did).toEqual([["subscribed", OPTIONS]]);
  expect(await changes({ newSubscription }, { id: "a" })).toEqual({ ...renewed, before: null });
});

test("one that nobody is told by is ended; a site that can't say leaves it", async () => {
  const event = { oldSubscription: subscription("old"), newSubscription: subscription("new") };
  await changes(event, 503);
  expect(did).toEqual([]);
  await changes(event, { id: null });
  expect(did).toEqual([["unsubscribed", "new"]]);
  await happens("pushsubscriptionchange", {});
  expect(did).toHaveLength(1);
});

/** The browser replaces its subscription, and the site answers with an id, null or a status. */
async function changes(event: Record<string, unknown>, answer: { id: string | null } | number): Promise<unknown> {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) =>
    typeof answer === "number" ? new Response("", { status: answer }) : Response.json(answer),
  );
  vi.stubGlobal("fetch", fetched);
  onTestFinished(() => void vi.unstubAllGlobals());
  await happens("pushsubscriptionchange", event);
  const [path, init] = fetched.mock.calls[0] ?? [];
  expect(path).toBe("/account/devices");
  return renewedDeviceForm.parse(JSON.parse(String(init?.body)));
}
