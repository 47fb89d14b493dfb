import { beforeEach, expect, test } from "vitest";
import { type PushScope, showPushes } from "#app/push/push-worker.ts";

const SITE = "https://practice.example";
const TITLE = "New booking, Tuesday at 14:00";
const PAGE = `${SITE}/admin/appointments/1`;

type Happening = { waitUntil: (work: Promise<unknown>) => void } & Record<string, unknown>;

const listeners: Record<string, (event: Happening) => void> = {};
let did: unknown[] = [];
let windows: { url: string; focus: () => Promise<void> }[] = [];

const scope = {
  location: { origin: SITE },
  registration: { showNotification: async (...shown: unknown[]) => void did.push(["shown", ...shown]) },
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
