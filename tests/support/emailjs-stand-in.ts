import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { Config } from "#app/platform/config.server.ts";

/** What the service does with the next request. `hang`: never answers. `late`: answers when told to. */
export type Fault = { status: number; text?: string } | "hang" | "cut" | "late";

/** One message as it came: the ids, and the variables of the template. */
export type Mailed = { template_params: Record<string, string> } & Record<string, unknown>;

export type EmailjsStandIn = {
  config: Partial<Config>;
  /** What was mailed on. */
  mailed: Mailed[];
  /** How often it was asked. */
  asked: () => number;
  /** The next requests are answered so, one after the other; then it works. */
  next: (...faults: Fault[]) => void;
  release: () => void;
};

/** EmailJS on loopback, with the texts of the real one, for one test. */
export async function emailjsStandIn(): Promise<EmailjsStandIn> {
  const standIn = await startEmailjsStandIn();
  onTestFinished(standIn.close);
  return standIn;
}

/** The same until it is closed. */
export async function startEmailjsStandIn(): Promise<EmailjsStandIn & { origin: string; close: () => void }> {
  const mailed: Mailed[] = [];
  let faults: Fault[] = [];
  let asked = 0;
  let release = () => {};

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    asked += 1;
    const fault = faults.shift();
    if (request.method !== "POST" || request.url !== "/api/v1.0/email/send") return reply(response, 404, "Not found");
    const sent = (await json(request)) as Mailed;
    if (fault === "hang") return;
    if (fault === "cut") return void request.socket.destroy();
    if (fault === "late") await new Promise<void>((resolve) => (release = resolve));
    if (typeof fault === "object") return reply(response, fault.status, fault.text ?? "");
    for (const [name, missing] of REQUIRED) if (!sent[name]) return reply(response, 400, missing);
    mailed.push(sent);
    reply(response, 200, "OK");
  }

  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () => void server.close().closeAllConnections(),
    config: { emailjsUrl: origin, outboundPrivate: [origin] },
    mailed,
    asked: () => asked,
    next: (...more) => {
      faults = more;
    },
    release: () => release(),
  };
}

const REQUIRED = [
  ["user_id", "The user_id parameter is required"],
  ["service_id", "The service_id parameter is required"],
  ["template_id", "The template_id parameter is required"],
] as const;

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(text);
}
