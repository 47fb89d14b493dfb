export type ByteRange = { from: number; to: number };

/**
 * The one range of a Range header within `size` bytes (RFC 9110 section 14.2). null: serve the whole file, as for
 * several ranges or an invalid header.
 */
export function byteRangeOf(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match) return null;
  const [, first = "", last = ""] = match;
  if (first === "" && last === "") return null;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (from >= size || (first === "" && Number(last) === 0)) return "unsatisfiable";
  return from > to ? null : { from, to };
}
