import type { LostRequest } from "#app/ui/connection/lost-request.ts";

/** A failed request that waits for a retry. */
export type WaitingRequest = LostRequest & { isTrying: boolean; sendAgain: () => void };

type WaitingRequests = {
  now: () => WaitingRequest | null;
  subscribe: (listener: () => void) => () => void;
  /** The status of the last change, once. */
  takeChangeStatus: () => number | null;
  /** Tells of what was not sent, as there is no network, until it is tried again or something else is asked. */
  refuse: (sendAgain: () => void, isChange?: boolean) => void;
};
type Environment = {
  origin: string;
  isOnline: () => boolean;
  /** Leaves this page for what is stored of the page that was asked for. */
  openCopy?: (pathname: string) => Promise<boolean>;
};

/**
 * A `fetch` for the router's own requests (`.data`). A request that fails, or gets an answer that the router can't
 * read, does not fail the page: it waits, the screen keeps what was typed, and the same request can be retried. A later
 * navigation cancels it by the router's signal.
 */
export function patientFetch(
  send: typeof fetch,
  { origin, isOnline, openCopy }: Environment,
): { fetch: typeof fetch } & WaitingRequests {
  const waiting = new Set<WaitingRequest>();
  const listeners = new Set<() => void>();
  let current: WaitingRequest | null = null;
  let refused: WaitingRequest | null = null;
  let isAfterChange = false;
  let changeStatus: number | null = null;

  // A change takes precedence over the reads beside it.
  function notify(): void {
    const all = [...waiting];
    const first = all.find((request) => request.isChange) ?? all.at(-1) ?? null;
    const sendAgain = () => {
      for (const request of all) request.sendAgain();
    };
    current = first && { ...first, sendAgain };
    for (const listener of listeners) listener();
  }

  function markTrying(request: WaitingRequest | null): void {
    if (request) request.isTrying = true;
    notify();
  }

  function forgetRefused(): void {
    if (refused && waiting.delete(refused)) notify();
  }

  function refuse(sendAgain: () => void, isChange = true): void {
    forgetRefused();
    const lost = { isChange, isAfterChange: false, isOffline: true, status: null, detail: null, reference: null };
    refused = { ...lost, isTrying: false, sendAgain };
    waiting.add(refused);
    notify();
  }

  async function persist(input: URL, init: RequestInit): Promise<Response> {
    const isChange = (init.method ?? "GET") !== "GET";
    forgetRefused();
    let entry: WaitingRequest | null = null;
    try {
      for (;;) {
        const answer = await attempt(input, init);
        if (answer instanceof Response) {
          isAfterChange = isChange && answer.status < 400;
          if (isChange) changeStatus = answer.status;
          return answer;
        }
        if (!isChange && answer.status === null && (await openCopy?.(input.pathname)))
          return await new Promise(() => {});
        if (entry) waiting.delete(entry);
        const request = { ...answer, isChange, isAfterChange: isAfterChange && !isChange };
        await new Promise<void>((resolve, reject) => {
          entry = { ...request, isTrying: false, sendAgain: resolve };
          waiting.add(entry);
          if (init.signal?.aborted) reject(init.signal.reason);
          init.signal?.addEventListener("abort", () => reject(init.signal?.reason), { once: true });
          notify();
        });
        markTrying(entry);
      }
    } finally {
      if (entry && waiting.delete(entry)) notify();
    }
  }

  async function attempt(input: URL, init: RequestInit): Promise<Response | Failure> {
    const isOffline = !isOnline();
    try {
      const response = await send(input, init);
      return isForRouter(response) ? response : await failureOf(response);
    } catch (error) {
      if (init.signal?.aborted) throw error;
      return { status: null, isOffline, detail: null, reference: null };
    }
  }

  return {
    fetch: (input, init) =>
      input instanceof URL && input.origin === origin && input.pathname.endsWith(".data")
        ? persist(input, init ?? {})
        : send(input, init),
    now: () => current,
    refuse,
    takeChangeStatus() {
      const status = changeStatus;
      changeStatus = null;
      return status;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
type Failure = Pick<LostRequest, "status" | "isOffline" | "isUnclear" | "isUndone" | "detail" | "reference">;

// A proxy may answer in the server's place, even with 200: a hotel's sign-in page, say.
function isForRouter({ headers, status }: Response): boolean {
  return status < 500 && (headers.has("X-Remix-Response") || headers.has("X-Remix-Redirect"));
}

async function failureOf(response: Response): Promise<Failure> {
  const { status, headers } = response;
  const reference = headers.get("X-Request-Id");
  // Our own refusals are a title, an empty line and a sentence.
  const isOurs = reference !== null && headers.get("Content-Type")?.startsWith("text/plain");
  const detail = isOurs ? ((await response.text()).split("\n\n")[1]?.trim() ?? null) : null;
  const [isUnclear, isUndone] = ["unknown", "nothing"].map((outcome) => headers.get("X-Outcome") === outcome);
  return { status: status < 400 ? null : status, isOffline: false, isUnclear, isUndone, detail, reference };
}
