import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressed, encodingFor } from "#app/platform/http/encoding.server.ts";

const SCRIPT = { "Content-Type": "text/x-script; charset=utf-8" };

test.each(["br", "gzip", "identity"] as const)("data for the router goes out part by part (%s)", async (encoding) => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const source = writable.getWriter();
  const answering = compressed(new Response(readable, { headers: SCRIPT, status: 202 }), encoding);
  void source.write(new TextEncoder().encode("the heading\n"));
  const answer = await answering;
  expect(answer.status).toBe(202);
  const reader = answer.body?.getReader();
  // Would never come if the answer were completed first: its second part is not there yet.
  const first = await reader?.read();
  const parts = [first?.value ?? new Uint8Array()];
  void source.write(new TextEncoder().encode("the list\n"));
  void source.close();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) parts.push(part.value);
  expect(parts.length).toBeGreaterThan(1);
  const whole = Buffer.concat(parts);
  const read = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }[encoding];
  expect(read(whole).toString()).toBe("the heading\nthe list\n");
});

test.each([
  [null, "identity"],
  ["", "identity"],
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, deflate", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["BR; Q=0.000, GZIP", "gzip"],
  ["*", "br"],
  ["*;q=0.5, br;q=0", "gzip"],
  ["*;q=0", "identity"],
  ["identity;q=0.5, *;q=0", "identity"],
  ["br;", "br"],
  [',,;;=,"', "identity"],
] as const)("Accept-Encoding %j gets %s", (header, encoding) => {
  expect(encodingFor(header)).toBe(encoding);
});
