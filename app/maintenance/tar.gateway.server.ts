import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

// The library's own compression works while everybody waits; Node's does not.
const AT_ONCE = 256 * 1024;

/** A folder as a compressed stream: `tar xz` unpacks it. */
export async function packed(folder: string): Promise<Readable> {
  const { create } = await import("tar");
  const gzip = createGzip();
  const pack = create({ cwd: folder, portable: true, maxReadSize: AT_ONCE }, ["."]);
  pipeline(Readable.from(pack), gzip).catch((error) => gzip.destroy(error));
  return gzip;
}

/** Unpacks such a stream; it fails where the stream ends too early. */
export async function unpack(from: Readable, into: string): Promise<void> {
  const { extract } = await import("tar");
  await pipeline(from, createGunzip(), extract({ cwd: into, strict: true }) as unknown as NodeJS.WritableStream);
}
