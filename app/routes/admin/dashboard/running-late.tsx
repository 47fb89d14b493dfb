import { useState } from "react";
import type { LateChoice } from "#app/routes/admin/dashboard/today-view.ts";
import { useChange } from "#app/ui/admin/changes.tsx";
import { Dialog } from "#app/ui/admin/dialog.tsx";
import { ScriptButton } from "#app/ui/admin/script-button.tsx";
import { Button } from "#app/ui/button.tsx";

type Props = { id: string; name: string; choices: LateChoice[] };

/** Shows for each delay whom it reaches, and emails them on the second press. Nothing moves. */
export function RunningLate({ id, name, choices }: Props) {
  const send = useChange();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  async function announce({ minutes, reached }: LateChoice) {
    setBusy(true);
    await send({
      action: `/admin/appointments/${id}/late`,
      fields: { minutes: String(minutes), reached: reached.map((one) => one.id).join() },
    });
    setBusy(false);
    setOpen(false);
  }
  return (
    <>
      <ScriptButton type="button" look="outline" size="small" onClick={() => setOpen(true)}>
        Running late<span className="sr-only">: {name}</span>
      </ScriptButton>
      <Dialog title="Running late" open={open} onOpenChange={setOpen}>
        {choices.every(({ reached }) => reached.length === 0) ? (
          <p>The free time after {name} is long enough: no one else starts late.</p>
        ) : (
          <>
            <p>We email these clients that they start later, with the new time. No appointment moves.</p>
            <ul className="mt-4 space-y-4">
              {choices.map((choice) => (
                <li key={choice.minutes}>
                  <Button
                    type="button"
                    look="outline"
                    className="w-full"
                    disabled={busy || choice.reached.length === 0}
                    onClick={() => void announce(choice)}
                  >
                    {choice.minutes} minutes
                  </Button>
                  <p className="mt-1 text-sm">{reachedInWords(choice)}</p>
                </li>
              ))}
            </ul>
          </>
        )}
      </Dialog>
    </>
  );
}

/** `Rosa Whitfield starts at 12:10. Call Ben Ode, who has no email address: 13:05.` */
function reachedInWords({ reached }: LateChoice): string {
  const mailed = reached.filter(({ isMailed }) => isMailed);
  const others = reached.filter(({ isMailed }) => !isMailed);
  const words = [
    ...mailed.map(({ name, begins }) => `${name} starts at ${begins}.`),
    ...others.map(({ name, begins }) => `Call ${name}, who has no email address: ${begins}.`),
  ];
  return words.length > 0 ? words.join(" ") : "No one else starts late.";
}
