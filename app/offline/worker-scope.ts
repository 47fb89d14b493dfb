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
