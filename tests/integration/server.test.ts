import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { json, text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { answerWithin, mayHaveChanged } from "#app/platform/database/answer-within.server.ts";
import { HTTP_LIMITS } from "#app/platform/http/create-server.server.ts";
import { readiness } from "#app/platform/http/health.server.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { stubSite } from "#tests/support/stub-site.ts";
import { testApp } from "#tests/support/test-app.ts";

test("every answer carries the security headers and a request id of its own", async () => {
  const { get, ask } = await stubSite();
  const answers = await Promise.all([
    ...["/", "/mine", "/healthz", "/nowhere", "/broken", "/assets/none.js", "/echo"].map((path) => get(path)),
    ask("/mine", { method: "TRACE" }),
    ask("/mine", { method: "POST" }),
  ]);
  for (const { headers } of answers) {
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["cache-control"]).toBeDefined();
    expect(headers).not.toHaveProperty("strict-transport-security");
    expect(headers).not.toHaveProperty("x-powered-by");
  }
  expect(new Set(answers.map(({ headers }) => headers["x-request-id"])).size).toBe(answers.length);
});

test("under TLS the browser is told to stay there", async () => {
  const { get } = await stubSite({ config: { publicUrl: "https://limber.example" } });
  expect((await get("/healthz")).headers["strict-transport-security"]).toBe("max-age=31536000");
});

test("under TLS no cookie goes out that could come back without it", async () => {
  const cookies = ["ly.notice=loggedIn; HttpOnly", "ly.session=x; Secure; HttpOnly"];
  const loader = () => new Response("", { headers: cookies.map((cookie): [string, string] => ["Set-Cookie", cookie]) });
  const linesOf = async (publicUrl: string) => {
    const { get } = await stubSite({ config: { publicUrl }, routes: { "/": { loader } } });
    return (await get("/")).headers["set-cookie"];
  };
  expect(await linesOf("https://limber.example")).toEqual(["ly.notice=loggedIn; HttpOnly; Secure", cookies[1]]);
  expect(await linesOf("http://localhost:3000")).toEqual(cookies);
});

test("an id that the client sends is not taken", async () => {
  const { get } = await stubSite();
  const { headers, text } = await get("/echo", { "x-request-id": "mine" });
  expect(JSON.parse(text).requestInfo.requestId).toBe(headers["x-request-id"]);
  expect(headers["x-request-id"]).not.toBe("mine");
});

test("Host and forwarding headers are not believed", async () => {
  const { get, app } = await stubSite();
  const lies = {
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-for": "6.6.6.6",
    forwarded: "for=6.6.6.6",
  };
  const seen = JSON.parse((await get("/echo?a=1", lies)).text);
  expect(seen.url).toBe(`${app.config.publicUrl}/echo?a=1`);
  expect(seen.requestInfo.clientAddress).toBe("127.0.0.1");
  expect(seen.headers["x-client-address"]).toBe("127.0.0.1");
  expect(JSON.stringify(seen)).not.toMatch(/evil|6\.6\.6\.6/);
});

test("behind one proxy the last hop is believed", async () => {
  const { get } = await stubSite({ config: { trustProxy: 1 } });
  const { text } = await get("/echo", { "x-forwarded-for": "6.6.6.6, 203.0.113.7" });
  expect(JSON.parse(text).requestInfo.clientAddress).toBe("203.0.113.7");
});

test.each(["TRACE", "OPTIONS", "PROPFIND", "PUT", "PATCH", "DELETE"])("%s is not answered", async (method) => {
  const { ask } = await stubSite();
  const { status, headers } = await ask("/", { method });
  expect([status, headers.allow]).toEqual([405, "GET, HEAD, POST"]);
});

test("a path that looks like another site is not answered", async () => {
  const { get } = await stubSite();
  expect((await get("//evil.example/x")).status).toBe(404);
});

test("forms are taken from our own pages only", async () => {
  const { post, app } = await stubSite();
  const statusOf = async (headers: Record<string, string>) => (await post("/echo", "a=1", headers)).status;
  expect(await statusOf({ origin: app.config.publicUrl })).toBe(200);
  expect(await statusOf({ "sec-fetch-site": "same-origin", origin: "http://127.0.0.1:9" })).toBe(200);
  expect(await statusOf({ origin: "https://evil.example" })).toBe(403);
  expect(await statusOf({ "sec-fetch-site": "cross-site", origin: app.config.publicUrl })).toBe(403);
  expect(await statusOf({})).toBe(403);
});

test("the JSON API needs no Origin and takes nothing but JSON", async () => {
  const { post } = await stubSite();
  expect((await post("/api/appointments", "{}", { "content-type": "application/json; charset=utf-8" })).status).toBe(
    200,
  );
  const refused = await post("/api/appointments", "a=1", { "content-type": "text/plain" });
  expect(refused.status).toBe(415);
  expect(refused.headers["content-type"]).toBe("application/problem+json");
});

test("health is the process's, readiness the database's", async () => {
  const { get, app } = await stubSite();
  const readyz = async () => {
    const { status, text } = await get("/readyz");
    app.clock.set(app.clock.now() + 1_000);
    return [status, text];
  };
  expect(await readyz()).toEqual([200, '{"status":"ready"}']);
  await app.db.kysely.schema.dropTable("kysely_migration").execute();
  expect(await readyz()).toEqual([503, '{"status":"not ready"}']);
  await app.db.close();
  expect(await readyz()).toEqual([503, '{"status":"not ready"}']);
  expect((await get("/healthz")).status).toBe(200);
});

test("however many ask whether it is ready, the database is asked once a second", async () => {
  const app = await testApp();
  const once = await statementsOf(app, (counted) => readiness(counted)({ isClosing: false }));
  const sent = await statementsOf(app, async (counted) => {
    const isReady = readiness(counted);
    for (const wait of [0, 999, 1, 500]) {
      app.clock.set(app.clock.now() + wait);
      await Promise.all(Array.from({ length: 100 }, () => isReady({ isClosing: false })));
    }
  });
  expect([once > 0, sent]).toEqual([true, 2 * once]);
});

test.each([
  ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
  ["a host that is none", "GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", 400],
  ["no HTTP", "HELLO\r\n\r\n", 400],
  ["two lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
  ["headers of 20 kB", `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ["an expectation", "GET / HTTP/1.1\r\nHost: x\r\nExpect: more\r\nConnection: close\r\n\r\n", 417],
] as const)("what no route sees is refused with every header: %s", async (_, sent, status) => {
  const { port } = await stubSite();
  const socket = connect(port, "127.0.0.1");
  const answer = text(socket);
  socket.write(sent);
  const [head = ""] = (await answer).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const header of ["x-content-type-options: nosniff", "x-frame-options: deny", "cache-control: no-store"]) {
    expect(head.toLowerCase()).toContain(header);
  }
  expect(head).toMatch(/^content-security-policy: default-src 'none'; .*frame-ancestors 'none'/im);
  expect(head).toMatch(/^permissions-policy: camera=\(\)/im);
});

test("a server about to close says so to its proxy, and serves on", async () => {
  const { port, drain } = await stubSite();
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await get("/healthz")).headers.get("connection")).toBe("keep-alive");
  await drain(0);
  const answers = await Promise.all(["/healthz", "/readyz", "/"].map(get));
  expect(answers.map(({ status, headers }) => [status, headers.get("connection")])).toEqual([
    [503, "close"],
    [503, "close"],
    [200, "close"],
  ]);
});

test("an idle connection is kept for longer than clients are told, for those whose request is late", async () => {
  const { port } = await stubSite();
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).headers.get("keep-alive")).toBe("timeout=5");
  expect(createServer(HTTP_LIMITS).keepAliveTimeoutBuffer).toBe(10_000);
});

test("a fault is answered with the id of its line in the log", async () => {
  const { get } = await stubSite();
  const { status, text, headers } = await get("/broken");
  expect(status).toBe(500);
  expect(text).toContain(headers["x-request-id"]);
  expect(text).not.toContain("on purpose");
});

test("what was rolled back is known to have changed nothing, and whatever was committed may have", async () => {
  const { db } = await testApp();
  const hit = { key: "somebody", hits: 1, expires_at: 1 };
  const write = db.kysely.deleteFrom("therapists").where("id", "=", "nobody");
  const changed = (work: () => Promise<unknown>) =>
    answerWithin(async () => {
      await work().catch(() => {});
      return mayHaveChanged();
    });
  const fails = async () => {
    throw new Error("on purpose");
  };
  expect(await changed(fails)).toBe(false);
  expect(
    await changed(() =>
      db.kysely.transaction().execute(async (tx) => {
        await tx.deleteFrom("therapists").where("id", "=", "nobody").execute();
        return fails();
      }),
    ),
  ).toBe(false);
  expect(await changed(() => write.execute().then(fails))).toBe(true);
  expect(
    await changed(() =>
      db.kysely
        .transaction()
        .execute(async () => {})
        .then(fails),
    ),
  ).toBe(true);
  expect(
    await changed(() =>
      db.kysely
        .insertInto("rate_limits")
        .values(hit as never)
        .execute(),
    ),
  ).toBe(false);
});

test("a request in flight is answered before the server closes", async () => {
  const { app, close, port } = await stubSite();
  const headers = { origin: app.config.publicUrl, "content-type": "application/x-www-form-urlencoded" };
  const sent = request({ port, path: "/echo", method: "POST", headers: { ...headers, expect: "100-continue" } });
  sent.flushHeaders();
  // The server has the request: it has asked for the rest of it.
  await once(sent, "continue");
  const closed = close();
  sent.end("late=but+whole");
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  expect(await json(answer)).toMatchObject({ bytes: 14 });
  await closed;
  await expect(fetch(`http://127.0.0.1:${port}/mine`)).rejects.toThrow();
});
