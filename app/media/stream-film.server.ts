import { getFilmPart, PART_BYTES } from "#app/media/films.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { ByteRange } from "#app/platform/http/byte-range.ts";

/** Streams this range of a film from the database. */
export function filmStream(app: AppContext, id: string, { from, to }: ByteRange): ReadableStream<Uint8Array> {
  let at = from;
  return new ReadableStream({
    async pull(sending) {
      const number = Math.floor(at / PART_BYTES);
      const part = await getFilmPart(app.db.kysely, { id, number });
      if (!part) return sending.error(new Error(`film ${id} has no part ${number}`));
      const first = number * PART_BYTES;
      sending.enqueue(part.subarray(at - first, to + 1 - first));
      at = first + part.byteLength;
      if (at > to) sending.close();
    },
  });
}
