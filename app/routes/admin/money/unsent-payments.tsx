import { useEffect, useState, useSyncExternalStore } from "react";
import { href, Link } from "react-router";
import {
  forgetUnsent,
  parseUnsent,
  readUnsent,
  sendUnsent,
  subscribeToUnsent,
  type UnsentPayment,
} from "#app/offline/unsent-payments.ts";
import { Button, Notice } from "#app/ui/controls.tsx";

/** What this person pressed without a network in this browser; nothing before the page's script runs. */
export function useUnsent(sender: string): UnsentPayment[] {
  const text = useSyncExternalStore(subscribeToUnsent, readUnsent, () => "[]");
  return parseUnsent(text, sender);
}

/** On every page of the practice: sends what waits once there is a network, and says what became of it. */
export function UnsentPayments({ sender }: { sender: string }) {
  const unsent = useUnsent(sender);
  const [sent, setSent] = useState<UnsentPayment[]>([]);
  const waiting = unsent.filter(({ refused }) => refused === null);
  const waits = waiting.length > 0;
  useEffect(() => {
    if (!waits) return;
    const send = () => {
      if (navigator.onLine) sendUnsent(sender).then((more) => setSent((before) => [...before, ...more]), nothing);
    };
    send();
    const timer = setInterval(send, AGAIN_MS);
    window.addEventListener("online", send);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", send);
    };
  }, [sender, waits]);
  if (unsent.length === 0 && sent.length === 0) return null;
  return (
    <div className="mb-6 max-w-3xl space-y-3">
      {waits && (
        <Notice tone="warning" live>
          <h2 className="font-[650]">Waiting to be sent</h2>
          <ul>
            {waiting.map(({ key, words, when }) => (
              <li key={key}>
                {words}, {when}
              </li>
            ))}
          </ul>
          <p className="mt-1 text-sm">Sent by itself once there is a network. Keep this browser’s data until then.</p>
        </Notice>
      )}
      {unsent
        .filter(({ refused }) => refused !== null)
        .map(({ key, words, when, refused, appointment }) => (
          <Notice key={key} tone="danger" live>
            <p>
              Not counted: {words}, {when}. {refused}
            </p>
            <p className="mt-2 flex flex-wrap items-center gap-4">
              <Link to={href("/admin/appointments/:id/pay", { id: appointment })} className="prose-link">
                See the payment
              </Link>
              <Button type="button" look="outline" size="small" onClick={() => forgetUnsent(key)}>
                Remove this line
              </Button>
            </p>
          </Notice>
        ))}
      {sent.length > 0 && (
        <Notice tone="success" live>
          Sent: {sent.map(({ words, when }) => `${words}, ${when}`).join("; ")}.
        </Notice>
      )}
    </div>
  );
}

const AGAIN_MS = 30_000;

function nothing(): void {}
