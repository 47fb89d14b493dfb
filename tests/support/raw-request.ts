import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";

export type RawAnswer = { status: number; headers: IncomingMessage["headers"]; bytes: Buffer; text: string };
export type RawInput = { method?: string; headers?: Record<string, string>; body?: string | Buffer };

/** One request with headers that `fetch` would not send, or would add: Host, Origin, forwarding ones. */
export async function rawRequest(port: number, path: string, input: RawInput = {}): Promise<RawAnswer> {
  const { method = "GET", headers = {}, body } = input;
  const sent = request({ host: "127.0.0.1", port, path, method, headers, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const bytes = await buffer(answer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() };
}
