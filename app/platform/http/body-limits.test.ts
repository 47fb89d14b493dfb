import { expect, onTestFinished, test, vi } from "vitest";
import { limitsOf, readBody } from "#app/platform/http/body-limits.server.ts";

const MB = 1024 * 1024;

test.each([
  ["/book", 64 * 1024, 30],
  ["/api/appointments", 16 * 1024, 30],
  ["/admin/media", 12 * MB, 180],
  ["/admin/media.data", 12 * MB, 180],
  ["/admin/settings/pictures/home", 12 * MB, 180],
  ["/admin/settings/pictures/home.data", 12 * MB, 180],
  ["/admin/settings/pictures", 64 * 1024, 30],
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

test("what is too large is let in to its end, so that its sender reads the answer; what is far too large is cut off", async () => {
  let sent = 0;
  let cutOff = false;
  const upTo = (most: number) =>
    new ReadableStream({
      pull: (sending) => {
        if (sent >= most) return sending.close();
        sent += 40_000;
        sending.enqueue(new Uint8Array(40_000));
      },
      cancel: () => {
        cutOff = true;
      },
    });
  expect(await readBody(post(upTo(200_000)), "/book")).toMatchObject({ kind: "refused", words: { status: 413 } });
  expect({ sent, cutOff }).toEqual({ sent: 200_000, cutOff: false });
  sent = 0;
  expect(await readBody(post(upTo(10_000_000)), "/book")).toMatchObject({ kind: "refused", words: { status: 413 } });
  expect(cutOff).toBe(true);
  expect(sent).toBeLessThan(400_000);
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
