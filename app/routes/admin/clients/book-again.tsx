import { useState } from "react";
import { asLastTime } from "#app/diary/as-last-time.ts";
import { PracticeBookingForm } from "#app/diary/practice-booking-form.tsx";
import type { PracticeChoices } from "#app/diary/practice-choices.ts";
import type { ShownRecord } from "#app/routes/admin/clients/shown-record.server.ts";
import { Dialog } from "#app/ui/admin/dialog.tsx";
import { ScriptButton } from "#app/ui/admin/script-button.tsx";

type Props = { record: ShownRecord; choices: PracticeChoices; today: string };

/** Books for this client, with their details and their latest choices filled in. */
export function BookAgain({ record, choices, today }: Props) {
  const [open, setOpen] = useState(false);
  const { client, contact, again } = record;
  return (
    <>
      <ScriptButton type="button" size="small" onClick={() => setOpen(true)}>
        Book again
      </ScriptButton>
      <Dialog title={`Book for ${client.name}`} wide open={open} onOpenChange={setOpen}>
        <PracticeBookingForm
          choices={choices}
          start={{ day: today, time: "", therapist: "", ...asLastTime(again, choices) }}
          person={{ client: client.id, ...contact }}
          onBooked={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}
