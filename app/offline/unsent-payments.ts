/**
 * Payments that were pressed without a network, kept in the browser until the site has answered. Each has the key of
 * its press, so that one which is sent twice counts once. No name is stored: signing out keeps them.
 */
export type UnsentPayment = {
  key: string;
  /** Who pressed. Nobody else sends it from this browser. */
  sender: string;
  appointment: string;
  fields: Record<string, string>;
  /** `£48.00 by card`. */
  words: string;
  /** Of the appointment. */
  when: string;
  /** What the site said instead of counting it; null: it waits to be sent. */
  refused: string | null;
};

/** Where they are sent. */
export const SEND_TO = "/admin/money/sent-later";

/** While it is there, logging out asks first. It holds a number, and on a secure connection begins with `__Secure-`. */
export const UNSENT_COOKIE = "ly.payments";

const PLACE = "unsent-payments";
const CHANGED = "unsent-payments";
const KEPT_SECONDS = 31 * 86_400;

/** The stored text, the same object for as long as nothing changes. */
export function readUnsent(): string {
  try {
    return localStorage.getItem(PLACE) ?? "[]";
  } catch {
    return "[]";
  }
}

export function parseUnsent(text: string, sender: string): UnsentPayment[] {
  return all(text).filter((one) => one.sender === sender);
}

function all(text: string): UnsentPayment[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isWhole) : [];
  } catch {
    return [];
  }
}

function isWhole(one: unknown): one is UnsentPayment {
  const { key, sender, appointment, fields } = (one ?? {}) as Partial<UnsentPayment>;
  return [key, sender, appointment].every((text) => typeof text === "string" && text !== "") && Boolean(fields);
}

function write(payments: readonly UnsentPayment[]): void {
  localStorage.setItem(PLACE, JSON.stringify(payments));
  const age = payments.length === 0 ? 0 : KEPT_SECONDS;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie =
    window.location.protocol === "https:"
      ? `__Secure-${UNSENT_COOKIE}=${payments.length}; path=/; max-age=${age}; samesite=lax; secure`
      : `${UNSENT_COOKIE}=${payments.length}; path=/; max-age=${age}; samesite=lax`;
  window.dispatchEvent(new Event(CHANGED));
}

/** False: this browser stores nothing, so that it is not kept. */
export function storeUnsent(payment: UnsentPayment): boolean {
  try {
    write([...all(readUnsent()).filter(({ key }) => key !== payment.key), payment]);
    return true;
  } catch {
    return false;
  }
}

export function forgetUnsent(key: string): void {
  write(all(readUnsent()).filter((one) => one.key !== key));
}

function refuse(key: string, refused: string): void {
  write(all(readUnsent()).map((one) => (one.key === key ? { ...one, refused } : one)));
}

export function subscribeToUnsent(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener("storage", listener);
  };
}

export type Answer = { kind: "taken" } | { kind: "refused"; message: string };

/**
 * Sends what waits, one after the other and in one tab at a time. What has no answer stays: it is sent again later, by
 * its key. Returns what was counted.
 */
export async function sendUnsent(
  sender: string,
  locked: (work: () => Promise<UnsentPayment[]>) => Promise<UnsentPayment[]> = (work) =>
    navigator.locks.request(PLACE, work),
): Promise<UnsentPayment[]> {
  return locked(async () => {
    const sent: UnsentPayment[] = [];
    for (const one of parseUnsent(readUnsent(), sender)) {
      if (one.refused !== null) continue;
      const answer = await send(one);
      if (answer === null) return sent;
      if (answer.kind === "refused") refuse(one.key, answer.message);
      else {
        forgetUnsent(one.key);
        sent.push(one);
      }
    }
    return sent;
  });
}

/** Null: no answer that says anything of the payment, as when somebody has to sign in first. */
async function send({ fields, appointment, key }: UnsentPayment): Promise<Answer | null> {
  const body = new URLSearchParams({ ...fields, key, appointment });
  const answer = await fetch(SEND_TO, { method: "POST", body, redirect: "manual" }).catch(() => null);
  if (!answer?.headers.get("Content-Type")?.startsWith("application/json")) return null;
  const reply = (await answer.json().catch(() => null)) as Answer | null;
  return reply?.kind === "taken" || reply?.kind === "refused" ? reply : null;
}

/** What logging out removes of this browser, but for the payments. */
export async function clearAllButUnsent(): Promise<void> {
  sessionStorage.clear();
  for (const name of Object.keys(localStorage)) if (name !== PLACE) localStorage.removeItem(name);
  for (const name of await caches.keys()) await caches.delete(name);
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
}
