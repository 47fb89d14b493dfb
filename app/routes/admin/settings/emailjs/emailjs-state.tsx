import { useEffect, useRef } from "react";
import type { TryView } from "#app/routes/admin/settings/emailjs/change-emailjs.server.ts";
import { Notice } from "#app/ui/notice.tsx";

type Props = {
  sends: boolean;
  isShut: boolean;
  adapter: { state: "ok" | "failing" | "revoked"; since: string; fault: string | null } | null;
};

/** Whether messages leave through EmailJS, and why they don't. */
export function EmailjsState({ sends, isShut, adapter }: Props) {
  if (isShut) {
    return (
      <Notice tone="warning" className="mb-6">
        The stored private key can’t be opened on this machine, so nothing is sent: bring the file “sealing-key” of the
        old data folder along, or type the key again. Messages wait.
      </Notice>
    );
  }
  if (!sends) return <Notice className="mb-6">Messages of the contact form go by your own mail server.</Notice>;
  if (adapter === null || adapter.state === "ok") {
    return (
      <Notice tone="success" className="mb-6">
        Messages of the contact form go through EmailJS.
      </Notice>
    );
  }
  return (
    <Notice tone="danger" className="mb-6">
      <p className="font-[650]">
        {adapter.state === "revoked" ? "EmailJS has refused what we send since " : "EmailJS has failed since "}
        {adapter.since}
      </p>
      <p className="mt-1 wrap-anywhere">{adapter.fault}</p>
      <p className="mt-1">
        {adapter.state === "revoked" ? "Nothing is sent until you save here again." : "We go on trying."} No message is
        lost: each is under Messages, and what waits is sent when this works again.
      </p>
    </Notice>
  );
}

/** What EmailJS answered to a test. */
export function TriedEmailjs({ tried }: { tried: TryView }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  const isSent = tried.kind === "sent";
  return (
    <Notice ref={notice} tabIndex={-1} live tone={isSent ? "success" : "danger"} className="mb-6">
      <p>
        {"words" in tried ? tried.words : WORDS[tried.kind]}
        {tried.kind === "retry" && " Try again in a minute."}
      </p>
      {"answer" in tried && tried.answer && (
        <p className="mt-1 wrap-anywhere">
          EmailJS’s answer: {tried.status} <q>{tried.answer}</q>
        </p>
      )}
    </Notice>
  );
}

const WORDS = {
  shut: "There is no private key that could be opened. Type it again.",
  limited: "You have tried it often. Wait an hour.",
};
