// Of a list's first 10,000 rows, however few are on a page.
const MOST_PAGES = 1000;

/** A list's order and page in the address: `?sort=-date&page=2`. A minus sorts downwards. */
type ListPlace<Sort extends string> = { sort: Sort; down: boolean; page: number };

export function listPlaceFrom<Sort extends string>(
  query: URLSearchParams,
  { sorts, fallback }: { sorts: readonly Sort[]; fallback: { sort: Sort; down: boolean } },
): ListPlace<Sort> {
  const typed = query.get("sort") ?? "";
  const sort = sorts.find((candidate) => candidate === typed.replace(/^-/, ""));
  const page = Number(query.get("page"));
  return {
    ...(sort ? { sort, down: typed.startsWith("-") } : fallback),
    page: Number.isInteger(page) && page > 0 && page <= MOST_PAGES ? page : 1,
  };
}

/** The address with changes to its query; null and `""` remove a name. */
export function withQuery(query: URLSearchParams, changes: Record<string, string | null>): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return `?${changed}`;
}
