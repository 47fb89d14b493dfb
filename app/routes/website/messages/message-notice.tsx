import type { ReactNode } from "react";
import { ANSWER, DRAFT, type Refusal, TRAP } from "#app/routes/website/messages/message-reply.ts";
import { Notice } from "#app/ui/notice.tsx";

type Phone = { href: string; label: string };

export function TakenIn({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Notice tone="success" live="alert" id={ANSWER} tabIndex={-1} className="mb-8 space-y-1">
      {title && <p className="font-[650]">{title}</p>}
      <p>{children}</p>
    </Notice>
  );
}

/** The message was not accepted: says what to do now; the text is still in the form. */
export function NotTaken({ refusal, phone }: { refusal: Refusal; phone: Phone }) {
  return (
    <Notice tone="danger" live="alert" id={ANSWER} tabIndex={-1} className="mb-8">
      <p className="font-[650]">Failed to send the message. Please try again.</p>
      <p className="mt-1">
        {REASONS[refusal]}{" "}
        <a href={phone.href} className="prose-link min-[20rem]:whitespace-nowrap">
          {phone.label}
        </a>
        .
      </p>
    </Notice>
  );
}

const KEPT = "Nothing has been lost: your words are still in the form.";

const REASONS: Record<Refusal, string> = {
  machine: `${KEPT} It came faster than people type, so press the button once more. If it keeps failing, ring`,
  blocked: `${KEPT} Messages from this address or with some of these words are not taken. Ring`,
  limited: `${KEPT} Many messages have come from your connection: wait ten minutes, or ring`,
  failed: `${KEPT} If it keeps failing, ring`,
  "sent-before": `${KEPT} This form has sent a message with other words already. To send this one as well, press the button once more, or ring`,
};

/** In every public form: the draft's id, and a trap field that only bots fill in. */
export function DraftFields({ draft }: { draft: string }) {
  return (
    <>
      <input type="hidden" name={DRAFT} value={draft} />
      <div className="hidden">
        <label>
          Leave this empty
          <input type="text" name={TRAP} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}
