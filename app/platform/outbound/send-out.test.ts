import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type Config, parseConfig } from "#app/platform/config.server.ts";
import { isPrivateAddress, sendOut } from "#app/platform/outbound/send-out.server.ts";

/** A server of this machine, and how often it was asked. */
async function serverWith(answer: RequestListener) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  return { port: (server.address() as AddressInfo).port, asked: () => asked };
}

function allowing(...origins: string[]): { config: Config } {
  const read = parseConfig({ NODE_ENV: "test", OUTBOUND_PRIVATE: origins.join(",") });
  if (read.kind === "invalid") throw new Error(read.problems.join());
  return { config: read.config };
}

test("nothing goes out in the clear, nor to this machine by any of its names", async () => {
  const { port, asked } = await serverWith((_, response) => response.end("inside"));
  const faultOf = async (url: string) => ((await sendOut(allowing(), { url })) as { fault?: string }).fault;
  expect(await faultOf(`http://example.com:${port}/`)).toBe("not-https");
  for (const host of [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:10.0.0.1]",
  ]) {
    expect(await faultOf(`https://${host}:${port}/`), host).toBe("private-address");
  }
  expect(await faultOf(`https://localhost:${port}/`)).toBe("private-address");
  expect(await faultOf("https://no-such-name.invalid/")).toBe("unknown-host");
  expect(await faultOf("no address at all")).toBe("unknown-host");
  expect(asked()).toBe(0);
});

test("an origin that the environment lists is asked, and no other port of it", async () => {
  const { port } = await serverWith((request, response) => {
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => response.writeHead(201, { "X-Seen": `${request.method} ${request.url}` }).end(body));
  });
  const app = allowing(`http://localhost:${port}/`);
  const answer = await sendOut(app, { url: `http://localhost:${port}/a?b=c`, method: "POST", body: "Łódź" });
  expect(answer).toMatchObject({ kind: "answered", status: 201, text: "Łódź", headers: { "x-seen": "POST /a?b=c" } });
  expect(await sendOut(app, { url: `http://127.0.0.1:${port}/` })).toEqual({ kind: "failed", fault: "not-https" });
  expect(await sendOut(app, { url: `https://localhost:${port + 1}/` })).toEqual({
    kind: "failed",
    fault: "private-address",
  });
});

test("a redirect is an answer, and not followed", async () => {
  const inside = await serverWith((_, response) => response.end("secret"));
  const { port } = await serverWith((_, response) => {
    response.writeHead(302, { Location: `http://127.0.0.1:${inside.port}/` }).end();
  });
  const origin = `http://127.0.0.1:${port}`;
  expect(await sendOut(allowing(origin), { url: origin })).toMatchObject({ kind: "answered", status: 302 });
  expect(inside.asked()).toBe(0);
});

test("silence, a slow body, too much and a cut connection are faults, each by its name", async () => {
  const { port } = await serverWith((request, response) => {
    if (request.url === "/large") response.end("x".repeat(64 * 1024 + 1));
    if (request.url === "/fits") response.end("x".repeat(64 * 1024));
    if (request.url === "/cut") request.socket.destroy();
    if (request.url === "/slow") response.writeHead(200).write("the beginning");
  });
  const origin = `http://127.0.0.1:${port}`;
  const ask = async (path: string, limits = {}) => sendOut(allowing(origin), { url: origin + path, limits });
  expect(await ask("/large")).toEqual({ kind: "failed", fault: "too-large" });
  expect(await ask("/fits")).toMatchObject({ kind: "answered" });
  expect(await ask("/cut")).toEqual({ kind: "failed", fault: "unreachable" });
  expect(await ask("/silent", { ms: 100 })).toEqual({ kind: "failed", fault: "timeout" });
  expect(await ask("/slow", { ms: 100 })).toEqual({ kind: "failed", fault: "timeout" });
});

test("a server without a certificate is told from one that can't be reached", async () => {
  const { port } = await serverWith((_, response) => response.end());
  const origin = `https://127.0.0.1:${port}`;
  expect(await sendOut(allowing(origin), { url: origin })).toEqual({ kind: "failed", fault: "certificate" });
});

test("an address of this machine or its network is told from a public one", () => {
  const own = ["127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.0.9", "169.254.169.254", "100.64.0.1", "0.0.0.0"];
  const reserved = ["224.0.0.1", "255.255.255.255", "198.18.0.1"];
  const six = ["::1", "::", "fd00::1", "fe80::1", "fec0::1", "ff02::1", "::ffff:10.0.0.1", "64:ff9b::a00:1"];
  for (const inside of [...own, ...reserved, ...six]) expect(isPrivateAddress(inside), inside).toBe(true);
  for (const outside of ["93.184.216.34", "172.32.0.1", "2606:2800:220:1::1", "::ffff:93.184.216.34"]) {
    expect(isPrivateAddress(outside), outside).toBe(false);
  }
});
