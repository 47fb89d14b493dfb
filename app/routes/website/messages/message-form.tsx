import type { ReactNode } from "react";
import { ANSWER, DRAFT, type MessageReply, type Refusal, TRAP } from "#app/routes/website/messages/message-reply.ts";
import type { Thanks } from "#app/routes/website/messages/take-message.server.ts";
import { Button, ErrorSummary, Field, FieldError, LinkButton, Notice, RadioCell, TextArea } from "#app/ui/controls.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Words = {
  /** The id of the heading that names the form. */
  title: string;
  lastName: string;
  reply: { label: string; hint: string; type: "email" | "text" };
  message: { label: string; hint?: string };
  send: string;
};

type Props = {
  /** The form's page, which answers it. */
  page: string;
  words: Words;
  /** What it may be about; the first one is chosen. */
  subjects: readonly { value: string; label: string }[];
  /** Whether it asks what would put it right. */
  complains?: boolean;
  phone: { href: string; label: string };
  draft: string;
  reply: MessageReply | null;
  /** What happens with what is typed. */
  children: ReactNode;
};

/** The one form for questions and complaints. Works without a script. */
export function MessageForm({ page, words, subjects, complains = false, phone, draft, reply, children }: Props) {
  const errors = reply?.errors ?? {};
  const field = (name: string) => ({
    name,
    required: true,
    defaultValue: reply?.typed[name] ?? "",
    ...(errors[name] && { error: errors[name] }),
  });
  const about = subjects.find(({ value }) => value === reply?.typed.user_subject) ?? subjects[0];
  return (
    <div className="print:hidden">
      {reply?.refusal && <NotTaken refusal={reply.refusal} phone={phone} />}
      {Object.keys(errors).length > 0 && <ErrorSummary id={ANSWER} errors={errors} />}
      <form method="post" action={`${page}#${ANSWER}`} noValidate aria-labelledby={words.title} className="space-y-5">
        <DraftFields draft={reply?.draft ?? draft} />
        <fieldset>
          <legend className="mb-1 font-[650]">What is it about?</legend>
          {errors.user_subject && <FieldError id="user_subject-error">{errors.user_subject}</FieldError>}
          <div className="flex flex-wrap gap-2">
            {subjects.map(({ value, label }, place) => (
              <RadioCell
                key={value}
                name="user_subject"
                value={value}
                required
                id={place === 0 ? "user_subject" : undefined}
                defaultChecked={value === about?.value}
                cellClassName="px-4"
              >
                {label}
              </RadioCell>
            ))}
          </div>
        </fieldset>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field {...field("user_firstName")} label="First name" autoComplete="given-name" maxLength={60} />
          <Field
            {...field("user_lastName")}
            required={!complains}
            label={words.lastName}
            autoComplete="family-name"
            maxLength={60}
          />
        </div>
        <Field {...field("user_email")} {...words.reply} autoComplete="email" maxLength={254} />
        <TextArea {...field("user_message")} {...words.message} rows={7} />
        {complains && (
          <TextArea {...field("wanted")} required={false} label="What would put it right? (optional)" rows={3} />
        )}
        <p className="text-sm text-ink-soft">{children}</p>
        <Button className="max-sm:w-full">{words.send}</Button>
      </form>
    </div>
  );
}

/** In place of the form, which comes back for another message. */
export function MessageSent({ page, firstName, email, reference, by }: Thanks & { page: string }) {
  const sendsMail = useSendsMail();
  return (
    <>
      <TakenIn title={reference ? undefined : "Message sent successfully!"}>
        {reference ? (
          <>
            Thank you. Your reference is <strong>{reference}</strong>. You get a letter or email by {by}.
          </>
        ) : (
          <>
            Thank you, {firstName}.{" "}
            {sendsMail && by ? `You get a reply at ${email} by ${by}.` : "Your message has arrived."}
          </>
        )}
      </TakenIn>
      <LinkButton to={page} reloadDocument look="outline">
        {reference ? "Send another complaint" : "Send another message"}
      </LinkButton>
    </>
  );
}

type Phone = { href: string; label: string };

function TakenIn({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Notice tone="success" live="alert" id={ANSWER} tabIndex={-1} className="mb-8 space-y-1">
      {title && <p className="font-[650]">{title}</p>}
      <p>{children}</p>
    </Notice>
  );
}

/** The message was not accepted: says what to do now; the text is still in the form. */
function NotTaken({ refusal, phone }: { refusal: Refusal; phone: Phone }) {
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
  machine: `${KEPT} It came faster than people type, so send it once more. If it keeps failing, call`,
  blocked: `${KEPT} Messages from this address or with some of these words are not accepted. Call`,
  limited: `${KEPT} Many messages have come from your connection: wait ten minutes, or call`,
  failed: `${KEPT} If it keeps failing, call`,
  "sent-before": `${KEPT} This form has already sent a message with other words. To send this one as well, send it once more, or call`,
};

/** In every public form: the draft's id, and a trap field that only bots fill in. */
function DraftFields({ draft }: { draft: string }) {
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
