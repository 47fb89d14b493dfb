import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import { DRAINED, incomingBody, limitsOf, readBody } from "#app/platform/http/body-limits.server.ts";
import { root } from "#scripts/bootstrap/project.mjs";

const KB = 1024;
const FORM = "application/x-www-form-urlencoded";
const FILE = "multipart/form-data; boundary=x";

test.each([
  ["/book", FORM, 64 * KB, 30, false],
  ["/book", FILE, 64 * KB, 30, false],
  ["/api/appointments", "application/json", 16 * KB, 30, false],
  ["/admin/media", FILE, 31 * KB * KB, 180, true],
  ["/admin/media.data", FILE, 31 * KB * KB, 180, true],
  ["/admin/import/pdfs", FILE, 31 * KB * KB, 180, true],
  ["/admin/media", FORM, 64 * KB, 30, false],
  ["/admin/settings/pictures/home", FILE, 31 * KB * KB, 180, true],
  ["/admin/settings/pictures", FILE, 64 * KB, 30, false],
  ["/admin/settings/videos/2", FILE, 31 * KB * KB, 180, true],
  ["/admin/settings/videos/2.data", "Multipart/Form-Data; boundary=x", 31 * KB * KB, 180, true],
  ["/admin/settings/videos", FILE, 64 * KB, 30, false],
  ["/admin/settings/videos/2/x", FILE, 64 * KB, 30, false],
])("%s takes of %s %i bytes in %i s", (path, type, bytes, seconds, isUpload) => {
  expect(limitsOf(path, type)).toEqual({ bytes, ms: seconds * 1000, isUpload });
});

test("a body that trickles is cut off after thirty seconds, and its sender after the answer", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { read, drainBody, hungUp, answer } = sent(
    (async function* trickle() {
      yield Buffer.alloc(1);
      await new Promise(() => {});
    })(),
  );
  const body = read();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await body).toMatchObject({ kind: "refused", words: { status: 408 } });
  await drainBody();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(hungUp()).toBe(false);
  answer();
  await vi.advanceTimersByTimeAsync(500);
  expect(hungUp()).toBe(true);
});

test("what is too large is let in to its end, so that its sender reads the answer; what is far too large is cut off", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const large = sent(pieces(5));
  expect(await large.read()).toMatchObject({ kind: "refused", words: { status: 413 } });
  await large.drainBody();
  large.answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect({ taken: large.taken(), hungUp: large.hungUp() }).toEqual({ taken: 5, hungUp: false });

  const farTooLarge = sent(slowly(pieces(1000)));
  const refused = farTooLarge.read();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await refused).toMatchObject({ kind: "refused", words: { status: 413 } });
  await farTooLarge.drainBody();
  farTooLarge.answer();
  await vi.advanceTimersByTimeAsync(500);
  expect(farTooLarge.hungUp()).toBe(true);
});

test("what is far too large, and has been sent by the time of the answer, costs its sender no connection", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const body = sent(pieces(20));
  expect(await body.read()).toMatchObject({ kind: "refused", words: { status: 413 } });
  await body.drainBody();
  body.answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect({ taken: body.taken(), hungUp: body.hungUp() }).toEqual({ taken: 20, hungUp: false });
});

async function* slowly(source: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of source) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    yield piece;
  }
}

test("a small body is read whole; one whose sender leaves in the middle is none", async () => {
  expect(await sent(pieces(1)).read()).toEqual({ kind: "read", bytes: Buffer.alloc(40_000, "a") });
  const left = sent(
    (async function* leaving() {
      yield Buffer.alloc(1);
      throw new Error("aborted");
    })(),
  );
  expect(await left.read()).toMatchObject({ kind: "refused", words: { status: 400 } });
  await left.drainBody();
  expect(left.hungUp()).toBe(false);
});

test("nothing is taken of a body before it is asked for; what is left is let in and forgotten", async () => {
  const { body, taken } = sent(pieces(3));
  const reader = body.stream().getReader();
  await Promise.resolve();
  expect(taken()).toBe(0);
  await reader.read();
  expect(taken()).toBe(1);
  await body.drainBody();
  expect(taken()).toBe(3);
});

test("what is let in unread is given back at once", async () => {
  const given: Buffer[] = [];
  const source = (async function* keeping() {
    for await (const piece of pieces(3)) {
      given.push(piece);
      yield piece;
    }
  })();
  await sent(source).body.drainBody();
  expect(given.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0]);
});

test("the proxy in docs/operations.md lets through what we hear out", () => {
  const docs = readFileSync(`${root}/docs/operations.md`, "utf8");
  const most = Number(/client_max_body_size (\d+)m;/.exec(docs)?.[1]) * KB * KB;
  expect(most).toBeGreaterThanOrEqual(limitsOf("/admin/settings/videos/1", FILE).bytes * DRAINED);
});

test("a stream that is cut off says why", async () => {
  const { body } = sent(pieces(1000));
  const reading = new Response(body.stream()).arrayBuffer();
  await expect(reading).rejects.toMatchObject({ cause: "too large" });
});

/** So many pieces of 40 kB. */
async function* pieces(count: number) {
  for (let at = 0; at < count; at++) yield Buffer.alloc(40_000, "a");
}

/** A form's body as it arrives: counts the pieces read, and tells whether the connection was cut. */
function sent(source: AsyncIterable<Buffer>) {
  let taken = 0;
  let hungUp = false;
  const counted = async function* () {
    for await (const piece of source) {
      taken += 1;
      yield piece;
    }
  };
  const answered: (() => void)[] = [];
  const socket = {
    destroySoon: () => {
      hungUp = true;
    },
  };
  const incoming = Object.assign(Readable.from(counted(), { highWaterMark: 0 }), { socket });
  const outgoing = { writableFinished: false, once: (_event: string, done: () => void) => answered.push(done) };
  const limits = limitsOf("/book", FORM);
  const body = incomingBody({ incoming, outgoing } as unknown as Parameters<typeof incomingBody>[0], limits);
  return {
    body,
    read: () => readBody(body, { path: "/book", type: FORM, limits }),
    drainBody: body.drainBody,
    taken: () => taken,
    hungUp: () => hungUp,
    answer: () => {
      for (const done of answered) done();
    },
  };
}
