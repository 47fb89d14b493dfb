import { type FormEvent, useEffect, useRef, useState } from "react";
import { Dialog } from "#app/ui/admin/dialog.tsx";
import { Button, Field } from "#app/ui/controls.tsx";

const MARK = "[data-confirm]";
// The server counts by its own clock: we ask a little early rather than lose what was typed.
const EARLY_MS = 15_000;
const LASTS_MS = 600_000;

/**
 * Asks again who somebody is before a button or link marked `data-confirm` does its work, so that what was typed stays
 * where it is. `confirmedFor`: for so many ms from now the server asks nobody. The server checks, whatever happens here.
 */
export function ConfirmGate({ confirmedFor }: { confirmedFor: number }) {
  const until = useRef(0);
  const [pressed, setPressed] = useState<HTMLElement | null>(null);
  useEffect(() => {
    until.current = performance.now() + confirmedFor - EARLY_MS;
  }, [confirmedFor]);
  useEffect(() => {
    function hold(event: MouseEvent) {
      const target = event.target instanceof Element ? event.target.closest<HTMLElement>(MARK) : null;
      if (!target || performance.now() < until.current) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setPressed(target);
    }
    // Before the page's own listeners. Enter in a field presses the form's button, so it comes here, too.
    window.addEventListener("click", hold, true);
    return () => window.removeEventListener("click", hold, true);
  }, []);
  function goOn() {
    until.current = performance.now() + LASTS_MS - EARLY_MS;
    setPressed(null);
    setTimeout(() => pressed?.click());
  }
  return (
    <Dialog title="Confirm it’s you" open={pressed !== null} onOpenChange={(isOpen) => !isOpen && setPressed(null)}>
      <ConfirmForm onConfirmed={goOn} />
    </Dialog>
  );
}

function ConfirmForm({ onConfirmed }: { onConfirmed: () => void }) {
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    setBusy(true);
    const message = await refusalOf(new FormData(event.currentTarget));
    setBusy(false);
    setError(message ?? undefined);
    if (message === null) onConfirmed();
  }
  return (
    <form onSubmit={send} noValidate className="space-y-5">
      <p>
        You are asked again before anything that could give someone else access, and then not for ten minutes. What you
        typed stays.
      </p>
      <Field
        name="confirmation"
        type="password"
        label="Your password, or a code from your app"
        hint="With a passkey: use the link, come back, and select Confirm with this left blank."
        autoComplete="current-password"
        required
        {...(error && { error })}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button disabled={busy}>Confirm</Button>
        <a href="/account/confirm" target="_blank" rel="noreferrer" className="prose-link">
          Use a passkey (new tab)
        </a>
      </div>
    </form>
  );
}

async function refusalOf(form: FormData): Promise<string | null> {
  const body = new URLSearchParams({ confirmation: String(form.get("confirmation") ?? "") });
  const answer = await fetch("/account/confirmation", { method: "POST", body }).catch(() => null);
  if (answer?.ok) return null;
  const said = await answer?.json().catch(() => null);
  return said?.message ?? "That could not be checked. Try again.";
}
