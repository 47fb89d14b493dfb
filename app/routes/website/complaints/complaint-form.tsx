import { href } from "react-router";
import type { About } from "#app/messages/complaint.ts";
import { DraftFields } from "#app/routes/website/messages/draft-fields.tsx";
import { NotTaken, TakenIn } from "#app/routes/website/messages/message-notice.tsx";
import { ANSWER, type MessageReply } from "#app/routes/website/messages/message-reply.ts";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import { Prose } from "#app/ui/prose.tsx";

type Props = {
  about: About;
  draft: string;
  privacy: string;
  phone: { href: string; label: string };
  taken: { reference: string; by: string } | null;
  reply: MessageReply | null;
};

export function ComplaintForm({ about, draft, privacy, phone, taken, reply }: Props) {
  const errors = reply?.errors ?? {};
  // Two forms on one page have the same field names, so their ids need a prefix.
  const idOf = (name: string) => `${about}-${name}`;
  const field = (name: string) => ({
    name,
    id: idOf(name),
    required: true,
    defaultValue: reply?.typed[name] ?? "",
    ...(errors[name] && { error: errors[name] }),
  });
  const summary = Object.fromEntries(Object.entries(errors).map(([name, message]) => [idOf(name), message]));
  return (
    <div className="max-w-2xl pt-2 print:hidden">
      {taken && (
        <TakenIn>
          Thank you. Your reference is <strong>{taken.reference}</strong>. You get a letter or email by {taken.by}.
        </TakenIn>
      )}
      {reply?.refusal && <NotTaken refusal={reply.refusal} phone={phone} />}
      {Object.keys(errors).length > 0 && <ErrorSummary id={ANSWER} errors={summary} />}
      <form
        method="post"
        action={`${href("/complaints")}#${ANSWER}`}
        noValidate
        aria-labelledby={about}
        className="space-y-5"
      >
        <DraftFields draft={reply?.draft ?? draft} />
        <input type="hidden" name="about" value={about} />
        <Field {...field("name")} label="Your name" autoComplete="name" maxLength={100} />
        <Field
          {...field("reply")}
          label="Where should the reply go?"
          hint="An e-mail address, a phone number or a postal address"
          autoComplete="email"
          maxLength={254}
        />
        <TextArea {...field("happened")} label="What happened?" rows={6} />
        <TextArea {...field("wanted")} required={false} label="What would put it right? (optional)" rows={3} />
        <p className="text-sm text-ink-soft">
          <Prose>{privacy}</Prose>
        </p>
        <Button look="outline" className="max-sm:w-full">
          Send complaint
        </Button>
      </form>
    </div>
  );
}
