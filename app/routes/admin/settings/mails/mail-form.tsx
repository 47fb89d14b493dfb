import { href, Link } from "react-router";
import { MAIL_LABELS, type MailWords } from "#app/settings/schemas/mail-words.ts";
import { EditForm, type EditReply } from "#app/ui/admin/edit-form.tsx";
import { Button, Field, TextArea } from "#app/ui/controls.tsx";

type Example = { subject: string; text: string };

type Props = {
  id: string;
  stored: MailWords;
  version: number;
  isOwn: boolean;
  facts: { all: string; subject: string };
  reply: (EditReply & { example?: Example }) | null;
};

// Outside of the form that it reads from: a form can't stand in another.
const LOOKS = "looks";

export function MailForm({ id, stored, version, isOwn, facts, reply }: Props) {
  const address = href("/admin/settings/mails/:mail/looks", { mail: id });
  return (
    <>
      <EditForm
        stored={stored}
        version={version}
        reply={reply}
        labels={MAIL_LABELS}
        previews
        preview={() => reply?.example && <Preview {...reply.example} />}
        after={() => isOwn && <BackToOurs />}
      >
        {({ field }) => (
          <div className="space-y-4">
            <p>
              In braces you can use {facts.all}. An empty line begins a new paragraph, and **two stars** make words
              bold.
            </p>
            <Field
              label={MAIL_LABELS.subject}
              hint={`One line, which a locked phone shows to others: ${facts.subject}.`}
              autoComplete="off"
              {...field("subject")}
            />
            <TextArea
              label={MAIL_LABELS.opening}
              hint="Before what was booked or asked."
              rows={6}
              {...field("opening")}
            />
            <TextArea label={MAIL_LABELS.closing} hint="After it (optional)." rows={6} {...field("closing")} />
            <p>
              <Link to={href("/admin/settings/mails")} className="prose-link">
                All emails
              </Link>
              {" · "}
              <a href={address} target="_blank" rel="noreferrer" className="prose-link">
                Preview the saved email (opens in a new tab)
              </a>
            </p>
          </div>
        )}
      </EditForm>
      {reply?.kind === "preview" && (
        <form id={LOOKS} method="post" action={address} target="_blank" rel="noopener">
          {Object.entries(reply.typed).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </form>
      )}
    </>
  );
}

function Preview({ subject, text }: Example) {
  return (
    <>
      <p className="font-[650] wrap-anywhere">{subject}</p>
      <div className="mt-3 break-words whitespace-pre-wrap">{text}</div>
      <Button form={LOOKS} look="outline" className="mt-4">
        Preview as an email (opens in a new tab)
      </Button>
    </>
  );
}

function BackToOurs() {
  return (
    <p className="border-t border-line pt-5">
      <Button name="intent" value="ours" look="outline">
        Back to our words
      </Button>
    </p>
  );
}
