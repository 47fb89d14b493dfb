import { once } from "node:events";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openSilent, sendRaw, statusOf } from "#tests/support/attacks/raw.ts";
import { target } from "#tests/support/attacks/target.ts";

const site = target();
const HOST = "Host: limber-yard.example";
const head = (...lines: string[]) => `${lines.join("\r\n")}\r\n\r\n`;

// What proxies and servers have read differently: the answer is a refusal, never a page.
const malformed: Record<string, string> = {
  "a length and chunks": `${head("POST /book HTTP/1.1", HOST, "Content-Length: 5", "Transfer-Encoding: chunked")}0\r\n\r\n`,
  "two lengths": `${head("POST /book HTTP/1.1", HOST, "Content-Length: 5", "Content-Length: 6")}aaaaaa`,
  "an unknown transfer": head("POST /book HTTP/1.1", HOST, "Transfer-Encoding: xchunked"),
  "a negative length": head("POST /book HTTP/1.1", HOST, "Content-Length: -1"),
  "a folded header": head("GET / HTTP/1.1", HOST, "X-A: b", " c: d"),
  "a space before the colon": head("GET / HTTP/1.1", HOST, "X-A : b"),
  "a NUL in a header": head("GET / HTTP/1.1", HOST, "X-A: b\0c"),
  "a bare line feed": "GET / HTTP/1.1\nHost: x\n\n",
  "no host": head("GET / HTTP/1.1"),
  "a header of 20 KB": head("GET / HTTP/1.1", HOST, `X-A: ${"a".repeat(20_000)}`),
  "an address of 20 KB": head(`GET /${"a".repeat(20_000)} HTTP/1.1`, HOST),
  "another protocol": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "a tunnel": head("CONNECT evil.example:443 HTTP/1.1", "Host: evil.example:443"),
  "no request at all": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
};

test.each(Object.entries(malformed))("%s is refused", async (_what, bytes) => {
  const status = statusOf(await sendRaw(site().port, bytes));
  expect(status === null || (status >= 400 && status < 500)).toBe(true);
});

test.each(["TRACE", "TRACK", "OPTIONS", "PROPFIND", "DEBUG"])("%s is not a method here", async (method) => {
  const answer = await sendRaw(site().port, head(`${method} / HTTP/1.1`, HOST, "X-Secret: echo-me"));
  expect([400, 405]).toContain(statusOf(answer));
  expect(answer).not.toContain("echo-me");
});

test("names that a prototype has are headers like others", async () => {
  const answer = await sendRaw(site().port, head("GET /healthz HTTP/1.1", HOST, "__proto__: x", "constructor: y"));
  expect(statusOf(answer)).toBe(200);
});

test("files outside the site's own are not reached", async () => {
  const { port } = site();
  const steps = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..\\", "..%5c", "....//", "%252e%252e%252f", "..%00/", "/"];
  const roots = ["/", "/assets/", "/media/", "/assets/..;/"];
  const files = ["package.json", "etc/passwd", ".git/config", "app/root.tsx", "data/auth-secret"];
  const reached: string[] = [];
  for (const root of roots) {
    for (const step of steps) {
      for (const file of files) {
        const path = `${root}${step.repeat(6)}${file}`;
        const answer = await sendRaw(port, head(`GET ${path} HTTP/1.1`, HOST, "Connection: close"));
        const status = statusOf(answer) ?? 0;
        if (status === 200 || status >= 500 || /root:x:0|"scripts":|\[core\]/.test(answer))
          reached.push(`${status} ${path}`);
      }
    }
  }
  expect(reached).toEqual([]);
});

test("bodies have a limit, whatever they say of themselves", async () => {
  const { url, origin } = site();
  const post = async (path: string, type: string, body: string | Uint8Array<ArrayBuffer>, more = {}) => {
    const headers = { origin, "content-type": type, ...more };
    return (await fetch(url + path, { method: "POST", headers, body, redirect: "manual" })).status;
  };
  const FORM = "application/x-www-form-urlencoded";
  expect(await post("/book", FORM, `name=${"a".repeat(70_000)}`)).toBe(413);
  expect(await post("/api/appointments", "application/json", `{"name":"${"a".repeat(20_000)}"}`)).toBe(413);
  expect(await post("/book", FORM, "a=1&".repeat(10_000))).toBe(400);
  expect(await post("/book", "multipart/form-data; boundary=x", "--x\r\n".repeat(300))).toBe(400);
  expect(await post("/api/appointments", "application/json", "[".repeat(16_000))).toBe(400);
  expect(await post("/api/appointments", "application/json", `${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`)).toBe(
    422,
  );
  expect(await post("/api/appointments", "application/json", '{"__proto__":{"admin":true},"constructor":{}}')).toBe(
    422,
  );
  expect(await post("/api/appointments", "text/plain", "{}")).toBe(415);
  // Nothing is unpacked: ten megabytes of zeros stay the ten kilobytes that they came as.
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(10_000_000)));
  expect(await post("/api/appointments", "application/json", bomb, { "content-encoding": "gzip" })).toBe(400);
});

test("a body in endless chunks is cut off at the limit", async () => {
  const chunk = `4000\r\n${"a".repeat(0x4000)}\r\n`;
  const headers = [
    HOST,
    `Origin: ${site().origin}`,
    "Transfer-Encoding: chunked",
    "Content-Type: application/x-www-form-urlencoded",
  ];
  const answer = await sendRaw(site().port, head("POST /book HTTP/1.1", ...headers) + chunk.repeat(20));
  expect(statusOf(answer)).toBe(413);
});

test("two hundred connections that say nothing more keep nobody out, and are cut off", async () => {
  const { port, url } = site();
  const starts = ["", "GET / HTTP/1.1\r\n", `POST /book HTTP/1.1\r\n${HOST}\r\nContent-Length: 100\r\n\r\na=`];
  const silent = await Promise.all(Array.from({ length: 200 }, (_, at) => openSilent(port, starts[at % 3] ?? "")));
  const ends = silent.filter((_, at) => at % 3 === 1).map((socket) => once(socket.resume(), "close"));
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/book`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  await Promise.all(ends);
  for (const socket of silent) socket.destroy();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
