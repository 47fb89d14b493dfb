import { useCallback, useEffect, useRef, useState } from "react";
import { inWords, type Merged, mergeNotes, type Note } from "#app/health/note.ts";
import {
  forgetUnsentNote,
  hasUnsentNotes,
  noteUnsent,
  readUnsentNote,
  storeUnsentNote,
} from "#app/health/notes/unsent-note.ts";

/** A note as the server has it. */
export type Stand = { note: Note; version: number };

export type NoteState =
  | { kind: "ready" | "saving" | "signing" }
  | { kind: "saved"; at: number }
  /** No network, or signed out: kept in this browser, encrypted. `isKept` false: only on this page. */
  | { kind: "waiting"; isKept: boolean; isSignedOut: boolean }
  | { kind: "invalid"; message: string }
  /** Locked meanwhile; `late`: what is not in it. */
  | { kind: "closed"; at: number; late: string };

type Reply =
  | { kind: "saved"; version: number; savedAt: number; locksAt: number; lockedAt: number | null }
  | { kind: "invalid"; message: string }
  | { kind: "conflict"; stored: { note: Note | null; version: number } }
  | { kind: "conflict"; lockedAt: number }
  | { kind: "forbidden" | "not-found" | "shut" };

const PAUSE_MS = 900;
const AGAIN_MS = 10_000;
const REFUSED: Record<string, string> = {
  forbidden: "Only its author changes this note.",
  "not-found": "This note can’t be saved here any longer. Copy what you typed before you leave.",
  shut: "The health record is shut, because its key is missing. Copy what you typed before you leave.",
};

/** `loadedAt`: the site's clock as the page was made; the browser counts on from there. */
type Loaded = { savedAt: number | null; loadedAt: number };

/**
 * Saves a note as it is typed, one save after the other. What another device has saved meanwhile is merged, and what
 * both wrote is shown. What can't be sent is kept encrypted and sent later.
 */
export function useNote(path: string, stand: Stand, { savedAt, loadedAt }: Loaded) {
  const [note, setNote] = useState(stand.note);
  const [state, setState] = useState<NoteState>(savedAt === null ? { kind: "ready" } : { kind: "saved", at: savedAt });
  const [both, setBoth] = useState<Merged["both"]>([]);
  const [locksAt, setLocksAt] = useState<number | null>(null);
  const current = useRef(stand.note);
  const base = useRef(stand);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const began = useRef(loadedAt - performance.now());
  const now = useCallback(() => began.current + performance.now(), []);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = useCallback(
    async (signs: boolean): Promise<void> => {
      const sent = current.current;
      if (!signs && sent === base.current.note) return;
      setState({ kind: signs ? "signing" : "saving" });
      const reply = await post(`${path}/${signs ? "sign" : "save"}`, { note: sent, version: base.current.version });
      if (reply === null || reply === "signed-out") {
        const isKept = await storeUnsentNote(
          path,
          { note: sent, base: base.current.note, version: base.current.version },
          now(),
        );
        noteUnsent(true);
        setState({ kind: "waiting", isKept, isSignedOut: reply === "signed-out" });
        clearTimeout(timer.current);
        if (reply === null) timer.current = setTimeout(() => void save(), AGAIN_MS);
        return;
      }
      if (reply.kind === "saved") {
        base.current = { note: sent, version: reply.version };
        setLocksAt(reply.locksAt);
        await forgetUnsentNote(path);
        noteUnsent(await hasUnsentNotes(now()));
        if (reply.lockedAt !== null) return setState({ kind: "closed", at: reply.lockedAt, late: "" });
        setState({ kind: "saved", at: reply.savedAt });
        if (current.current !== sent) later();
        return;
      }
      if (reply.kind === "conflict" && "lockedAt" in reply) {
        await forgetUnsentNote(path);
        noteUnsent(await hasUnsentNotes(now()));
        return setState({ kind: "closed", at: reply.lockedAt, late: lateWords(base.current.note, current.current) });
      }
      if (reply.kind === "conflict") {
        const theirs = reply.stored.note ?? base.current.note;
        const merged = mergeNotes(base.current.note, current.current, theirs);
        base.current = { note: theirs, version: reply.stored.version };
        current.current = merged.note;
        setNote(merged.note);
        setBoth((before) => [
          ...before.filter(({ field }) => !merged.both.some((one) => one.field === field)),
          ...merged.both,
        ]);
        // Signing asks again: what the other device wrote has not been read yet.
        return send(false);
      }
      setState({ kind: "invalid", message: reply.kind === "invalid" ? reply.message : (REFUSED[reply.kind] ?? "") });
    },
    [path, now],
  );

  function save(signs = false): Promise<unknown> {
    clearTimeout(timer.current);
    running.current = running.current.then(() => send(signs));
    return running.current;
  }

  function later(): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), PAUSE_MS);
  }

  function change(part: Partial<Note>): void {
    current.current = { ...current.current, ...part };
    setNote(current.current);
    // Until the next save begins, too: what was saved is no longer all.
    setState((before) => (before.kind === "saved" ? { kind: "ready" } : before));
    later();
  }

  useEffect(() => {
    void readUnsentNote(path, now()).then((unsent) => {
      if (!unsent) return;
      const merged = mergeNotes(unsent.base, unsent.note, current.current);
      current.current = merged.note;
      setNote(merged.note);
      setBoth(merged.both);
      void save();
    });
    const again = () => void save();
    const leave = () => {
      if (document.visibilityState === "hidden") void save();
    };
    window.addEventListener("online", again);
    document.addEventListener("visibilitychange", leave);
    return () => {
      void save();
      clearTimeout(timer.current);
      window.removeEventListener("online", again);
      document.removeEventListener("visibilitychange", leave);
    };
  }, [path]);

  return { note, state, both, locksAt, change, sign: () => save(true), dismissBoth: () => setBoth([]) };
}

/** Null: no answer. Signed out: the site answers with its sign-in page. */
async function post(action: string, { note, version }: Stand): Promise<Reply | null | "signed-out"> {
  const body = new URLSearchParams({ note: JSON.stringify(note), version: String(version) });
  const answer = await fetch(action, { method: "POST", body, keepalive: true }).catch(() => null);
  if (!answer || (answer.status >= 500 && answer.status !== 503)) return null;
  if (answer.redirected) return "signed-out";
  if (!answer.headers.get("content-type")?.startsWith("application/json")) return null;
  return (await answer.json().catch(() => null)) as Reply | null;
}

function lateWords(base: Note, mine: Note): string {
  const fields = Object.keys(mine) as (keyof Note)[];
  return fields
    .filter((field) => JSON.stringify(base[field]) !== JSON.stringify(mine[field]))
    .map((field) => inWords(field, mine))
    .join("\n");
}
