import { useRef } from "react";
import { useLocation } from "react-router";
import { PracticeBookingForm } from "#app/diary/practice-booking-form.tsx";
import type { PracticeChoices } from "#app/diary/practice-choices.ts";
import { Dialog } from "#app/ui/admin/dialog.tsx";
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
