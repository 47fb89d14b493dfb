import type { Note } from "#app/health/note.ts";

/**
 * What could not be sent of a note, encrypted in this browser with a key that no script can read out. It goes once it
 * is sent, when someone signs out, and after a day (decisions/0910).
 */
export type UnsentNote = { note: Note; base: Note; version: number };

const DATABASE = "ly-notes";
const NOTES = "notes";
const KEYS = "keys";
const KEPT_MS = 24 * 3_600_000;

type Stored = { path: string; at: number; iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer };

/** False: this browser stores nothing, so it is not kept. */
export async function storeUnsentNote(path: string, unsent: UnsentNote, now: number): Promise<boolean> {
  return tried(false, async (database) => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(unsent));
    const bytes = await crypto.subtle.encrypt(boundTo(path, iv), await keyIn(database), text);
    await done(storeIn(database, NOTES, "readwrite").put({ path, at: now, iv, bytes } satisfies Stored));
    return true;
  });
}

/** Null: there is none, it is older than a day, or another key sealed it. */
export async function readUnsentNote(path: string, now: number): Promise<UnsentNote | null> {
  return tried(null, async (database) => {
    await forgetOld(database, now);
    const stored: Stored | undefined = await done(storeIn(database, NOTES, "readonly").get(path));
    if (!stored) return null;
    const bytes = await crypto.subtle.decrypt(boundTo(path, stored.iv), await keyIn(database), stored.bytes);
    return JSON.parse(new TextDecoder().decode(bytes)) as UnsentNote;
  });
}

export async function forgetUnsentNote(path: string): Promise<void> {
  await tried(undefined, async (database) => done(storeIn(database, NOTES, "readwrite").delete(path)));
}

/** Whether any note waits here: signing out asks first. */
export async function hasUnsentNotes(now: number): Promise<boolean> {
  return tried(false, async (database) => {
    await forgetOld(database, now);
    return (await done(storeIn(database, NOTES, "readonly").count())) > 0;
  });
}

/** Removes what has waited for more than a day, also where no note is opened again. Makes nothing where nothing waits. */
export async function forgetLateNotes(now: number): Promise<void> {
  const known = await indexedDB.databases?.().catch(() => []);
  if (known?.some(({ name }) => name === DATABASE) && !(await hasUnsentNotes(now))) await forgetUnsentNotes();
}

/** Removes all of them, and the key that opens them. */
export async function forgetUnsentNotes(): Promise<void> {
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(DATABASE);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}

async function forgetOld(database: IDBDatabase, now: number): Promise<void> {
  const all: Stored[] = await done(storeIn(database, NOTES, "readonly").getAll());
  for (const { path, at } of all) {
    if (at + KEPT_MS <= now) await done(storeIn(database, NOTES, "readwrite").delete(path));
  }
}

async function keyIn(database: IDBDatabase): Promise<CryptoKey> {
  const stored: CryptoKey | undefined = await done(storeIn(database, KEYS, "readonly").get("key"));
  if (stored) return stored;
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  await done(storeIn(database, KEYS, "readwrite").put(made, "key"));
  return made;
}

function boundTo(path: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(path) };
}

function storeIn(database: IDBDatabase, name: string, mode: IDBTransactionMode): IDBObjectStore {
  return database.transaction(name, mode).objectStore(name);
}

async function tried<Answer>(otherwise: Answer, work: (database: IDBDatabase) => Promise<Answer>): Promise<Answer> {
  let database: IDBDatabase | null = null;
  try {
    database = await opened();
    return await work(database);
  } catch {
    return otherwise;
  } finally {
    database?.close();
  }
}

function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(NOTES, { keyPath: "path" });
    request.result.createObjectStore(KEYS);
  };
  return done(request);
}

function done<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** While it is there, signing out asks first. It says nothing but that something waits. */
export const UNSENT_NOTES_COOKIE = "ly.notes";

export function noteUnsent(waits: boolean): void {
  const age = waits ? 86_400 : 0;
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie =
    window.location.protocol === "https:"
      ? `__Secure-${UNSENT_NOTES_COOKIE}=1; path=/; max-age=${age}; samesite=lax; secure`
      : `${UNSENT_NOTES_COOKIE}=1; path=/; max-age=${age}; samesite=lax`;
}
