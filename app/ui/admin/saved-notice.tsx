import { useEffect, useEffectEvent } from "react";
import { useActionData, useLocation } from "react-router";
import { useChange } from "#app/ui/admin/changes.tsx";
import type { Change } from "#app/ui/admin/toast.ts";
import { useCloseToast, useToast } from "#app/ui/admin/toasts.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";

/** Confirms a save by a toast on the page that the form redirects to, by `?saved`; without a script, above the page. */
export function SavedNotice({ children = "Saved.", undo }: { children?: string; undo?: Change }) {
  const { key, search } = useLocation();
  const toast = useToast();
  const send = useChange();
  const hydrated = useHydrated();
  // `?saved` is still in the address when a later save is refused: then that answer counts.
  const isAnswered = useActionData() !== undefined;
  const isSaved = new URLSearchParams(search).has("saved") && !isAnswered;
  const close = useCloseToast();
  const show = useEffectEvent(() => {
    if (isSaved) toast({ tone: "success", text: children, id: "saved", undo }, undo && (() => void send(undo)));
    else if (isAnswered) close("saved");
  });
  useEffect(() => {
    if (key) show();
  }, [key, isSaved, isAnswered]);
  // Nothing moves the page once the script has it.
  if (!isSaved || hydrated) return null;
  return (
    <Notice tone="success" live className="mb-6">
      {children}
    </Notice>
  );
}
