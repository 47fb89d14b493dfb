import { href, Link } from "react-router";
import { DraftFields } from "#app/routes/website/messages/draft-fields.tsx";
import { NotTaken, TakenIn } from "#app/routes/website/messages/message-notice.tsx";
import { ANSWER, type MessageReply } from "#app/routes/website/messages/message-reply.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Props = {
  words: { messageHint: string; privacy: string };
  phone: { href: string; label: string };
  draft: string;
  /** The initial subject, which a page that links here may set. */
  subject: string;
  /** `by`: the day of our reply, where the practice has stated one. */
  thanks: { firstName: string; email: string; by: string | null } | "" | null;
  reply: MessageReply | null;
};

/** The specification's form: five fields, all required. Works without a script. */
export function MessageForm({ words, phone, draft, subject, thanks, reply }: Props) {
  const errors = reply?.errors ?? {};
  const sendsMail = useSendsMail();
  const field = (name: string) => ({
    name,
    required: true,
    defaultValue: reply?.typed[name] ?? (name === "user_subject" ? subject : ""),
    ...(errors[name] && { error: errors[name] }),
  });
  return (
    <section aria-labelledby="send-us-a-message" className="print:hidden">
      <h2 id="send-us-a-message" className="mb-6 text-2xl">
        Send Us a Message
      </h2>
      {thanks && (
        <TakenIn title="Message sent successfully!">
          Thank you, {thanks.firstName}.{" "}
          {sendsMail && thanks.by ? `You get a reply at ${thanks.email} by ${thanks.by}.` : "Your message has arrived."}
        </TakenIn>
      )}
      {reply?.refusal && <NotTaken refusal={reply.refusal} phone={phone} />}
      {Object.keys(errors).length > 0 && <ErrorSummary id={ANSWER} errors={errors} />}
      <form method="post" action={`${href("/contact")}#${ANSWER}`} noValidate className="space-y-5">
        <DraftFields draft={reply?.draft ?? draft} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field {...field("user_firstName")} label="First name" autoComplete="given-name" maxLength={60} />
          <Field {...field("user_lastName")} label="Last name" autoComplete="family-name" maxLength={60} />
        </div>
        <Field
          {...field("user_email")}
          type="email"
          label="E-mail address"
          hint="Only used to reply"
          autoComplete="email"
          maxLength={254}
        />
        <Field {...field("user_subject")} label="Subject" autoComplete="off" maxLength={120} />
        <TextArea {...field("user_message")} label="Message" hint={words.messageHint} rows={7} />
        <p className="text-sm text-ink-soft">
          {words.privacy}{" "}
          <Link to="/policies/privacy" className="prose-link">
            Privacy notice
          </Link>
        </p>
        <Button className="max-sm:w-full">Send message</Button>
      </form>
    </section>
  );
}
