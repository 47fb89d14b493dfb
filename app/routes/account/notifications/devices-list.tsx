import { useEffect, useRef } from "react";
import { Form } from "react-router";
import type { Tells } from "#app/push/push-device.form.ts";
import { TellHere } from "#app/routes/account/notifications/tell-here.tsx";
import type { Toast } from "#app/ui/admin/toast.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";

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
        <TellHere tells={tells} publicKey={publicKey} known={devices.map(({ id }) => id)} />
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
