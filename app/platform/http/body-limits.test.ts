import { expect, onTestFinished, test, vi } from "vitest";
import { limitsOf, readBody } from "#app/platform/http/body-limits.server.ts";

const MB = 1024 * 1024;

test.each([
  ["/book", 64 * 1024, 30],
  ["/api/appointments", 16 * 1024, 30],
  ["/admin/media", 12 * MB, 180],
  ["/admin/media.data", 12 * MB, 180],
  ["/admin/settings/videos/2", 31 * MB, 180],
  ["/admin/settings/videos/2.data", 31 * MB, 180],
  ["/admin/settings/videos", 64 * 1024, 30],
  ["/admin/settings/videos/2/x", 64 * 1024, 30],
])("%s takes %i bytes in %i s", (path, bytes, seconds) => {
  expect(limitsOf(path)).toEqual({ bytes, ms: seconds * 1000 });
});

test("a body that trickles is cut off after thirty seconds, and the sender's stream with it", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let cancelled = false;
  const trickle = new ReadableStream({
    start: (sending) => sending.enqueue(new Uint8Array(1)),
    cancel: () => {
      cancelled = true;
    },
  });
  const body = readBody(post(trickle), "/book");
  await vi.advanceTimersByTimeAsync(29_999);
  expect(cancelled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await body).toMatchObject({ kind: "refused", words: { status: 408 } });
  expect(cancelled).toBe(true);
});

test("a body is counted, whatever length it declares", async () => {
  const flood = new ReadableStream({ pull: (sending) => sending.enqueue(new Uint8Array(40_000)) });
  expect(await readBody(post(flood), "/book")).toMatchObject({ kind: "refused", words: { status: 413 } });
  const small = new ReadableStream({
    start(sending) {
      sending.enqueue(new TextEncoder().encode("name=Ada"));
      sending.close();
    },
  });
  expect(await readBody(post(small), "/book")).toMatchObject({ kind: "read", bytes: Buffer.from("name=Ada") });
});

function post(body: ReadableStream): Request {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return new Request("http://localhost/book", { method: "POST", headers, body, duplex: "half" } as RequestInit);
}
