/** What a list's address says of its order and place: `?sort=-date&page=2`. A minus sorts downwards. */
export type ListPlace<Sort extends string> = { sort: Sort; down: boolean; page: number };

/** Reads order and page from an address. What makes no sense counts as not said. */
export function listPlaceFrom<Sort extends string>(
  query: URLSearchParams,
  { sorts, fallback }: { sorts: readonly Sort[]; fallback: { sort: Sort; down: boolean } },
): ListPlace<Sort> {
  const asked = query.get("sort") ?? "";
  const sort = sorts.find((candidate) => candidate === asked.replace(/^-/, ""));
  const page = Number(query.get("page"));
  return {
    ...(sort ? { sort, down: asked.startsWith("-") } : fallback),
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
  };
}

/** The same address with some of its query changed: null and `""` leave a name out. */
export function withQuery(query: URLSearchParams, changes: Record<string, string | null>): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return `?${changed}`;
}
