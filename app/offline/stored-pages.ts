import {
  COPY_HEADER,
  type CopyMark,
  cacheNameOf,
  copyAddress,
  filesOf,
  isCurrentFormat,
  isOurs,
  meaningOf,
  OFFLINE_PAGE,
  OWNER_HEADER,
  readMark,
  viewOfflinePage,
} from "#app/offline/offline-pages.ts";

// Its policy names its inline script, so that it is stored with it.
const STORED_HEADERS = ["Content-Type", "Content-Security-Policy", "Referrer-Policy", "X-Frame-Options", COPY_HEADER];

/**
 * Stores a page's copy with all its files, or removes it where the site gives none. Nothing is stored by halves. False:
 * the page is closed to whoever asks now.
 */
export async function saveCopy(path: string): Promise<boolean> {
  const answer = await fetch(copyAddress(path), { cache: "no-store", redirect: "manual" }).catch(() => null);
  if (!answer || answer.status >= 500 || answer.status === 429) return true;
  const mark = readMark(answer.headers.get(COPY_HEADER));
  if (!mark) return (await heedAnswer(path, answer, { hasNone: true })) !== "another";
  const html = await answer.text();
  await deleteCopies((name) => name === cacheNameOf(mark.owner));
  const cache = await caches.open(cacheNameOf(mark.owner));
  const stored = await Promise.all(filesOf(html).map((file) => isStored(cache, file)));
  if (!stored.every(Boolean)) return true;
  const headers = STORED_HEADERS.map((name) => [name, answer.headers.get(name) ?? ""] as [string, string]);
  await cache.put(path, new Response(html, { headers: headers.filter(([, value]) => value !== "") }));
  await deleteUnused(cache);
  return true;
}

async function isStored(cache: Cache, file: string): Promise<boolean> {
  if (await cache.match(file)) return true;
  const answer = await fetch(file).catch(() => null);
  if (!answer?.ok) return false;
  await cache.put(file, answer);
  return true;
}

// Files of the release before.
async function deleteUnused(cache: Cache): Promise<void> {
  const requests = await cache.keys();
  const answers = await Promise.all(requests.map((request) => cache.match(request)));
  const pages = answers.filter((answer) => answer?.headers.has(COPY_HEADER));
  const used = new Set((await Promise.all(pages.map((page) => page?.text() ?? ""))).flatMap(filesOf));
  const isUnused = (index: number, { url }: Request) =>
    !answers[index]?.headers.has(COPY_HEADER) && !used.has(new URL(url).pathname);
  await Promise.all(requests.map((request, index) => isUnused(index, request) && cache.delete(request)));
}

/** Removes the copies that the site's answer to a page has made somebody else's, or wrong. */
export async function heedAnswer(
  path: string,
  answer: Response,
  { hasNone = false } = {},
): Promise<ReturnType<typeof meaningOf>> {
  const { type, status, headers } = answer;
  const names = (await caches.keys()).filter(isOurs);
  const known = names.filter(isCurrentFormat).map((name) => name.slice(cacheNameOf("").length));
  const meaning = meaningOf({ type, status, owner: headers.get(OWNER_HEADER) }, known);
  if (meaning === "another") await deleteCopies();
  else if (meaning === "gone" || hasNone)
    await Promise.all(names.map(async (name) => (await caches.open(name)).delete(path)));
  return meaning;
}

/** Removes all that is stored for offline use, but for the caches to be spared. */
export async function deleteCopies(isSpared: (name: string) => boolean = () => false): Promise<void> {
  const names = (await caches.keys()).filter((name) => isOurs(name) && !isSpared(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** A page's copy and its mark; null if there is none. */
export async function findCopy(
  path: string,
): Promise<{ mark: CopyMark; show: (now: number) => Promise<Response> } | null> {
  const found = await caches.match(path);
  const mark = readMark(found?.headers.get(COPY_HEADER) ?? null);
  if (!found || !mark) return null;
  const status = path === OFFLINE_PAGE ? 503 : 200;
  const show = async (now: number) =>
    new Response(viewOfflinePage(await found.text(), mark, now), { status, headers: found.headers });
  return { mark, show };
}
