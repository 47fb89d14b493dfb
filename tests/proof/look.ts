/**
 * What came of one request. `status` null: no answer, and `why`. `said`: the beginning of an answer of 500 or above.
 * `again`: it was sent once more, as its kept-alive connection had just been closed; browsers do so by themselves.
 */
export type Look = {
  path: string;
  status: number | null;
  retryAfter: string | null;
  ms: number;
  why?: string;
  said?: string;
  again?: boolean;
};

/** Asked to come again: not now, and when. Whoever sends it again is served. */
export const isPatience = ({ status, retryAfter }: Pick<Look, "status" | "retryAfter">) =>
  status === 503 && retryAfter !== null;

/**
 * No answer, or one of 500 or above that does not say when to come again; and 408, as nobody in a proof is slow but the
 * site.
 */
export const isFault = (look: Pick<Look, "status" | "retryAfter">) =>
  look.status === null || look.status === 408 || (look.status >= 500 && !isPatience(look));

/** `503, Retry-After 3, GET /book: Too busy right now`. A record's id is no part of it, so that like can be counted. */
export function inWords({ path, status, retryAfter, why, said }: Look): string {
  const patience = retryAfter === null ? "" : `, Retry-After ${retryAfter}`;
  const end = why ?? said?.replace(/<[^>]*>|\s+/g, " ").trim();
  return `${status ?? "no answer"}${patience}, ${withoutIds(path)}${end ? `: ${end.slice(0, 120)}` : ""}`;
}

/** Like lines as one, with how many they are; the most frequent first. */
export function tallied(lines: readonly string[]): string[] {
  const groups = [...Map.groupBy(lines, (line) => line)].sort((a, b) => b[1].length - a[1].length);
  return groups.map(([line, { length }]) => `${length} × ${line}`);
}

function withoutIds(path: string): string {
  const short = path.replace(/\?.*/, "?…");
  return short.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|(?<=\/(calendar|booking)\/)[^/?]+/g, "…");
}
