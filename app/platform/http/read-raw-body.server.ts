/** A body's bytes as they came, for a signature over them; null if it was cut off. */
export async function readRawBody(request: Request): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    return null;
  }
}
