import { createContext, type ReactNode, useCallback, useContext } from "react";
import { useRevalidator } from "react-router";
import { type Change, type ChangeReply, failure } from "#app/ui/admin/toast.ts";
import { useToast } from "#app/ui/admin/toasts.tsx";

type Send = (change: Change) => Promise<ChangeReply>;
const SendContext = createContext<Send>(async () => ({}));

const SIGNED_OUT = "You have been signed out to keep your account safe. Sign in and try again.";

/** Sends changes for the pages below: says what came of them, offers Undo, and has the page read its data again. */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const send: Send = useCallback(
    async (change) => {
      const reply = await replyTo(change);
      const { undo } = reply.toast ?? {};
      if (reply.toast) toast(reply.toast, undo && (() => void send(undo)));
      await revalidate();
      requestAnimationFrame(keepFocus);
      return reply;
    },
    [toast, revalidate],
  );
  return <SendContext value={send}>{children}</SendContext>;
}

/** Sends a change to a door that answers with a `ChangeReply`. */
export function useChange(): Send {
  return useContext(SendContext);
}

/** What was pressed may be gone with its row: then reading goes on at the page's heading, not at the top of all. */
function keepFocus() {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) document.querySelector("h1")?.focus();
}

async function replyTo({ action, fields }: Change): Promise<ChangeReply> {
  try {
    const response = await fetch(action, { method: "POST", body: new URLSearchParams(fields) });
    if (response.redirected) return { toast: failure(SIGNED_OUT) };
    if (!response.headers.get("content-type")?.includes("json")) return { toast: failure() };
    return await response.json();
  } catch {
    // Offline, or the server is away: nothing was saved.
    return { toast: failure() };
  }
}
