import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { systemClock } from "#app/platform/clock.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import { type BrowserKeys, openPush, readVapid } from "#tests/support/push/open-push.ts";

/** What the service does with the next message. `hang`: never answers. */
export type Fault = { status: number; text?: string; headers?: Record<string, string> } | "hang" | "cut";

/** A message as a browser gets it, decrypted with its own key. */
export type Shown = { device: string; title: string; navigate: string; tag: string; ttl: number; urgency: string };

export type Browser = { endpoint: string; keys: { p256dh: string; auth: string } };

export type PushStandIn = {
  config: Partial<Config>;
  origin: string;
  /** A browser's new subscription. */
  browser: (name: string) => Browser;
  shown: Shown[];
  titles: () => string[];
  /** Why a message was refused that should not have been. */
  problems: string[];
  contact: () => string;
  asked: () => number;
  next: (...faults: Fault[]) => void;
  close: () => void;
};

/** A push service on loopback for one test, which opens what comes as the browser would. */
export async function pushStandIn(): Promise<PushStandIn> {
  const standIn = await startPushStandIn();
  onTestFinished(standIn.close);
  return standIn;
}

/** The same until it is closed. */
export async function startPushStandIn(): Promise<PushStandIn> {
  const browsers = new Map<string, BrowserKeys>();
  const shown: Shown[] = [];
  const problems: string[] = [];
  let faults: Fault[] = [];
  let asked = 0;
  let contact = "";
  let origin = "";

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    asked += 1;
    const body = await buffer(request);
    const fault = faults.shift();
    if (fault === "hang") return;
    if (fault === "cut") return void request.socket.destroy();
    if (fault) return void response.writeHead(fault.status, fault.headers).end(fault.text ?? "");
    const name = request.url?.slice(1) ?? "";
    try {
      shown.push(opened(name, { request, body }));
      response.writeHead(201).end();
    } catch (error) {
      problems.push(String(error));
      response.writeHead(403).end("refused");
    }
  }

  function opened(name: string, { request, body }: { request: IncomingMessage; body: Buffer }): Shown {
    const { headers } = request;
    const { claims } = readVapid(headers.authorization ?? "");
    const lasts = claims.exp - systemClock.now() / 1000;
    if (claims.aud !== origin || lasts <= 0 || lasts > 86_400) throw new Error("not for this service, or not for now");
    if (request.method !== "POST" || headers["content-encoding"] !== "aes128gcm") throw new Error("no push message");
    const keys = browsers.get(name);
    if (!keys) throw new Error("an unknown browser");
    contact = claims.sub;
    const { web_push, notification } = JSON.parse(openPush(body, keys));
    if (web_push !== 8030) throw new Error("not declarative");
    const { title, navigate, tag } = notification;
    return { device: name, title, navigate, tag, ttl: Number(headers.ttl), urgency: String(headers.urgency) };
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    config: { outboundPrivate: [origin] },
    origin,
    browser: (name) => {
      const own = createECDH("prime256v1");
      const p256dh = own.generateKeys("base64url");
      const auth = randomBytes(16).toString("base64url");
      browsers.set(name, { p256dh, auth, privateKey: own.getPrivateKey("base64url") });
      return { endpoint: `${origin}/${name}`, keys: { p256dh, auth } };
    },
    shown,
    titles: () => shown.map(({ title }) => title),
    problems,
    contact: () => contact,
    asked: () => asked,
    next: (...more) => {
      faults = more;
    },
    close: () => void server.close().closeAllConnections(),
  };
}
