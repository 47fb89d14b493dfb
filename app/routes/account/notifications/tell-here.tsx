import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { Tells } from "#app/push/push-device.form.ts";
import { type Here, lookHere, tellHere } from "#app/routes/account/notifications/push-here.ts";
import { Button } from "#app/ui/button.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

/** `known`: the devices in the list below. */
type Props = { tells: Tells; publicKey: string; known: readonly string[] };

const PRESS: Record<Tells, string> = { practice: "Tell me on this device", reminders: "Remind me on this device" };

/** The press on this device. The browser is asked after it, never before. */
export function TellHere({ tells, publicKey, known }: Props) {
  const [here, setHere] = useState<Here | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const list = known.join();
  useEffect(() => {
    lookHere(tells).then(setHere, () => setHere({ kind: "ready" }));
    // `list`: a device that was removed there is told no more.
  }, [tells, list]);

  async function press() {
    setProblem(null);
    try {
      setHere(await tellHere({ tells, publicKey }));
      await revalidate();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "That did not work. Try again.");
    }
  }

  return (
    <div className="min-h-12 space-y-3">
      <noscript>
        <p>
          Only a browser’s script can switch this on, and yours runs none here. The list below works without one, and so
          do the mails.
        </p>
      </noscript>
      <div role="status">
        {here?.kind === "told" && <StatusTag look="good">This device gets notifications</StatusTag>}
        {here && here.kind in WORDS && <p>{WORDS[here.kind as keyof typeof WORDS]}</p>}
      </div>
      {here?.kind === "ready" && (
        <Button type="button" onClick={press}>
          {PRESS[tells]}
        </Button>
      )}
      {problem && (
        <p role="alert" className="font-[650] text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}

const WORDS = {
  unable: "This browser can’t show notifications. Another one on this device may.",
  "home-screen":
    "On an iPhone or iPad this works from the Home Screen: press Share, then Add to Home Screen, open the site from there and come back to this page.",
  blocked: "This site’s notifications are blocked in this browser. Allow them in its settings, then reload this page.",
};
