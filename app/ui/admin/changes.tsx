import { createContext, type ReactNode, useCallback, useContext } from "react";
import { useRevalidator, useRouteLoaderData } from "react-router";
import { type Change, type ChangeReply, failure } from "#app/ui/admin/toast.ts";
import { useToast } from "#app/ui/admin/toasts.tsx";
import { lostInWords } from "#app/ui/connection/lost-request.ts";
import { forgetSent } from "#app/ui/connection/unsent-forms.tsx";
import type { Site } from "#app/ui/shell/site.ts";

type Send = (change: Change) => Promise<ChangeReply>;
const SendContext = createContext<Send>(async () => ({}));

const SIGNED_OUT = "You have been signed out to keep your account safe. Sign in and try again.";

/** Sends changes for the pages below, shows the outcome with Undo, and reloads the page's data. */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const phone = (useRouteLoaderData("root") as { site: Site } | undefined)?.site.phone.label ?? "";
  const send: Send = useCallback(
    async (change) => {
      const reply = await replyTo(change, phone);
      const { undo } = reply.toast ?? {};
      if (reply.toast) toast(reply.toast, undo && (() => void send(undo)));
      if (reply.toast?.tone === "success") forgetSent();
      // After a lost answer the data is reloaded when the connection returns; the toast does not wait for that.
      const read = revalidate().catch(ignoreNewer);
      if (!reply.isLost) await read;
      requestAnimationFrame(keepFocus);
      return reply;
    },
    [toast, revalidate, phone],
  );
  return <SendContext value={send}>{children}</SendContext>;
}

/** Posts to a route that answers with a `ChangeReply`. */
export function useChange(): Send {
  return useContext(SendContext);
}

/** A reading is cut short when the next change asks for another. */
function ignoreNewer(error: unknown) {
  if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
}

/** The pressed button may have gone with its row: then the focus moves to the page's heading. */
function keepFocus() {
  const { activeElement, body } = document;
  if (activeElement === null || activeElement === body) document.querySelector("h1")?.focus();
}

async function replyTo({ action, fields }: Change, phone: string): Promise<ChangeReply & { isLost?: boolean }> {
  const isOffline = !navigator.onLine;
  try {
    const response = await fetch(action, { method: "POST", body: new URLSearchParams(fields) });
    if (response.redirected) return { toast: failure(SIGNED_OUT) };
    if (response.headers.get("content-type")?.includes("json")) return await response.json();
    return lost({ status: response.status, isOffline: false }, phone);
  } catch {
    return lost({ status: null, isOffline }, phone);
  }
}

function lost(what: { status: number | null; isOffline: boolean }, phone: string) {
  const request = { ...what, isChange: true, isAfterChange: false, detail: null, reference: null };
  const ring = what.isOffline && phone ? ` Or call the practice on ${phone.replaceAll(" ", "\u00a0")}.` : "";
  return { toast: failure(lostInWords(request) + ring), isLost: true };
}
