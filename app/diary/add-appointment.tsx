import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { PracticeBookingForm } from "#app/diary/practice-booking-form.tsx";
import type { PracticeChoices } from "#app/diary/practice-choices.ts";
import { Dialog, showAtOnce } from "#app/ui/admin/dialog.tsx";
import { forgetTypedAt } from "#app/ui/connection/unsent-text.ts";

type Props = {
  open: boolean;
  onClose: () => void;
  choices: PracticeChoices;
  /** What a press in the diary has chosen already. */
  start: { day: string; time: string; therapist: string };
  /** A gap to fill. */
  within?: { day: string; after: string; before: string; sentence: string };
};

/**
 * The address that a page with this dialog shows, and at once the one that a press on a link to it leads to: the dialog
 * opens, and its first field has the focus, before the next key can be pressed.
 */
export function useAdding() {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [pressed, setPressed] = useState<string | null>(null);
  const [seen, setSeen] = useState(query);
  if (seen !== query) {
    setSeen(query);
    setPressed(null);
  }
  useEffect(() => {
    const openAtOnce = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[href]");
      if (!link || link.target || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const to = new URL(link.href);
      if (to.origin !== window.location.origin || to.pathname !== pathname || !to.searchParams.has("add")) return;
      showAtOnce(() => setPressed(to.search), FIRST);
    };
    document.addEventListener("click", openAtOnce);
    return () => document.removeEventListener("click", openAtOnce);
  }, [pathname]);
  return {
    query: pressed === null ? query : new URLSearchParams(pressed),
    openAt(to: string) {
      showAtOnce(() => setPressed(to), FIRST);
      navigate(to, STAYING);
    },
    closeAt(to: string) {
      setPressed(null);
      setQuery(to, STAYING);
    },
  };
}

const FIRST = "[role=dialog] [name=find]";
const STAYING = { replace: true, preventScrollReset: true } as const;

/** Books whoever rings or comes in, beginning with who they are. */
export function AddAppointment({ open, onClose, ...rest }: Props) {
  const finder = useRef<HTMLInputElement>(null);
  const { pathname } = useLocation();
  // Closed on purpose: the next one who rings is somebody else.
  function abandon() {
    forgetTypedAt(sessionStorage, pathname);
    onClose();
  }
  return (
    <Dialog title="Add Appointment" wide open={open} onOpenChange={(next) => !next && abandon()} initialFocus={finder}>
      <PracticeBookingForm {...rest} finder={finder} onBooked={onClose} />
    </Dialog>
  );
}
