import { useEffect, useRef, useState } from "react";
import { Form, useRevalidator } from "react-router";
import type { Tells } from "#app/push/push-device.form.ts";
import { type Here, lookHere, subscribeHere } from "#app/routes/account/notifications/push-here.ts";
import type { Toast } from "#app/ui/admin/toast.ts";
import { Button, Notice } from "#app/ui/controls.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

/** `publicKey` null: they are switched off. */
export type NotificationsView = {
  tells: Tells;
  publicKey: string | null;
  devices: { id: string; label: string; since: string }[];
};

type Props = { view: NotificationsView; reply: Toast | null };

/** The press that tells somebody on this device, and the devices where they are told. */
export function DevicesList({ view: { tells, publicKey, devices }, reply }: Props) {
  return (
    <div className="max-w-3xl">
      {reply && <Replied key={JSON.stringify(reply)} reply={reply} />}
      {publicKey === null ? (
        <Notice>The practice has not switched notifications on.</Notice>
      ) : (
        <SubscribeHere tells={tells} publicKey={publicKey} known={devices.map(({ id }) => id)} />
      )}
      {devices.length > 0 && (
        <section aria-labelledby="devices" className="mt-10">
          <h2 id="devices" className="text-xl">
            Your devices
          </h2>
          <ul className="mt-3 border-t border-line">
            {devices.map((device) => (
              <Device key={device.id} device={device} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Device({ device: { id, label, since } }: { device: NotificationsView["devices"][number] }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3">
      <div>
        <p className="font-[650]">{label}</p>
        <p className="text-sm text-ink-soft">since {since}</p>
      </div>
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="id" value={id} />
        <Button name="intent" value="try" look="outline" size="small">
          Send a try<span className="sr-only">: {label}</span>
        </Button>
        <Button name="intent" value="remove" look="outline" size="small">
          Remove<span className="sr-only">: {label}</span>
        </Button>
      </Form>
    </li>
  );
}

function Replied({ reply: { tone, text } }: { reply: Toast }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus({ preventScroll: true }), []);
  return (
    <Notice ref={notice} tabIndex={-1} tone={tone} live className="mb-6">
      {text}
    </Notice>
  );
}

/** `known`: the devices in the list below. */
type HereProps = { tells: Tells; publicKey: string; known: readonly string[] };

const PRESS: Record<Tells, string> = { practice: "Tell me on this device", reminders: "Remind me on this device" };

/** The press on this device. The browser is asked after it, never before. */
function SubscribeHere({ tells, publicKey, known }: HereProps) {
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
      setHere(await subscribeHere({ tells, publicKey }));
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
          do the emails.
        </p>
      </noscript>
      <div role="status">
        {here?.kind === "told" && <StatusTag look="good">This device gets notifications</StatusTag>}
        {here && here.kind in NOT_HERE && <p>{NOT_HERE[here.kind as keyof typeof NOT_HERE]}</p>}
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

const NOT_HERE = {
  unable: "This browser can’t show notifications. Another one on this device may.",
  "home-screen":
    "On an iPhone or iPad this works from the Home Screen: select Share, then Add to Home Screen, open the site from there and come back to this page.",
  blocked: "This site’s notifications are blocked in this browser. Allow them in its settings, then reload this page.",
};
