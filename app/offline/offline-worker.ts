import {
  copiedFile,
  copiedPath,
  isCurrentFormat,
  isInScope,
  mayShow,
  OFFLINE_PAGE,
} from "#app/offline/offline-pages.ts";
import { deleteCopies, findCopy, heedAnswer } from "#app/offline/stored-pages.ts";

// With a copy in store nobody waits longer for a network that says nothing.
const PATIENCE_MS = 12_000;

const FILES: RequestDestination[] = ["style", "script", "font", "image"];

/** Answers for the pages that have a copy (decisions/0358). It stores nothing itself: pages do, by save-copy. */
export function answerOffline(scope: WorkerScope): void {
  scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
  scope.addEventListener("activate", (event) => {
    event.waitUntil(deleteCopies(isCurrentFormat));
    // Not waited for: a navigation waits until this worker is active.
    scope.clients.claim().catch(() => {});
  });
  scope.addEventListener("fetch", (event) => {
    const answer = answerTo(event.request, scope.location.origin);
    if (answer) event.respondWith(answer);
  });
}

// Null: the request is none of the worker's.
function answerTo(request: Request, site: string): Promise<Response> | null {
  const { pathname, origin } = new URL(request.url);
  if (origin !== site) return null;
  if (request.mode !== "navigate")
    return FILES.includes(request.destination) && copiedFile(pathname) ? fileFor(request) : null;
  if (!isInScope(pathname)) return null;
  if (request.method === "GET") return pageFor(request, copiedPath(pathname));
  // A form without the page's script: refused at once, and not passed through the worker otherwise.
  return navigator.onLine ? null : pageOf(OFFLINE_PAGE);
}

async function fileFor(request: Request): Promise<Response> {
  return fetch(request).catch(async () => (await caches.match(request.url)) ?? Response.error());
}

async function pageFor(request: Request, path: string | null): Promise<Response> {
  const hasCopy = path !== null && (await findCopy(path)) !== null;
  try {
    const answer = await Promise.race([fetch(request), ...(hasCopy ? [silence()] : [])]);
    if (path) await heedAnswer(path, answer).catch(() => deleteCopies());
    return answer;
  } catch {
    return pageOf(path ?? OFFLINE_PAGE);
  }
}

function silence(): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, PATIENCE_MS));
}

async function pageOf(path: string): Promise<Response> {
  const copy = await findCopy(path);
  const now = performance.timeOrigin + performance.now();
  if (copy && mayShow(copy.mark, now)) return copy.show(now);
  return path === OFFLINE_PAGE ? Response.error() : pageOf(OFFLINE_PAGE);
}

/** What our worker uses of a service worker's global scope: TypeScript's own types of it exclude those of pages. */
export type WorkerScope = {
  addEventListener<Type extends keyof WorkerEvents>(type: Type, listener: (event: WorkerEvents[Type]) => void): void;
  location: { origin: string };
  skipWaiting: () => Promise<void>;
  clients: { claim: () => Promise<void> };
};

type Lasting = { waitUntil: (work: Promise<unknown>) => void };

type WorkerEvents = {
  install: Lasting;
  activate: Lasting;
  fetch: Lasting & { request: Request; respondWith: (answer: Promise<Response>) => void };
};
