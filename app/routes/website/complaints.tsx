import { data, href } from "react-router";
import { complaintForm } from "#app/messages/complaint.form.ts";
import { type About, referenceOf } from "#app/messages/complaint.ts";
import { getMessage } from "#app/messages/list-messages.server.ts";
import { receiveComplaint } from "#app/messages/receive-complaint.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dateInWords } from "#app/platform/date-words.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { DraftFields, NotTaken, TakenIn } from "#app/routes/website/messages/message-notice.tsx";
import { ANSWER, type MessageReply, messageHeaders } from "#app/routes/website/messages/message-reply.ts";
import { justSentOf, takeMessage } from "#app/routes/website/messages/take-message.server.ts";
import { policyOf } from "#app/routes/website/policies/policy.server.ts";
import { Paragraphs, POLICY_CARD } from "#app/routes/website/policies/policy-page.tsx";
import { ReadingChapter, ReadingPage } from "#app/routes/website/reading-page.tsx";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, FieldError, TextArea } from "#app/ui/field.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { RadioCell } from "#app/ui/radio-cell.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/complaints.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { enquiryId, cookies } = justSentOf(href("/complaints"), request.headers);
  const shown = {
    ...(await policyOf(context, "complaints")),
    phone: await phoneOf(app),
    draft: newDraft(app),
    taken: enquiryId ? await takenIn(app, enquiryId) : null,
  };
  return data(shown, { headers: withCookies(cookies) });
}

export async function action(args: Route.ActionArgs) {
  const app = appContextOf(args.context);
  return takeMessage(args, {
    page: href("/complaints"),
    schema: complaintForm,
    take: (typed, key) => receiveComplaint(app, typed, key),
  });
}

export const headers = messageHeaders;

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, { ...at.loaderData.words.search, ...POLICY_CARD, graph: at.loaderData.graph });

const KINDS: { about: About; label: string }[] = [
  { about: "treatment", label: "A treatment or booking" },
  { about: "information", label: "How my information was used" },
];
const FORM = { id: "complain", title: "Send a complaint" };

export default function Complaints({ loaderData, actionData }: Route.ComponentProps) {
  const { words, updated, phone, draft, taken } = loaderData;
  const chapters = KINDS.map(({ about }) => ({ id: about, ...words[about] }));
  return (
    <ReadingPage
      title={words.title}
      note={`Last updated ${updated}`}
      lead={<Prose>{words.summary}</Prose>}
      chapters={[...chapters, FORM]}
    >
      {chapters.map(({ id, title, text }) => (
        <ReadingChapter key={id} id={id} title={title}>
          <Paragraphs text={text} />
        </ReadingChapter>
      ))}
      <ReadingChapter {...FORM}>
        {taken && !actionData ? (
          <Taken {...taken} />
        ) : (
          <ComplaintForm draft={draft} privacy={words.privacy} phone={phone} reply={actionData ?? null} />
        )}
      </ReadingChapter>
    </ReadingPage>
  );
}

/** The confirmation of a complaint that was just sent; null once it has been deleted. */
async function takenIn(app: AppContext, enquiryId: string) {
  const complaint = (await getMessage(app.db.kysely, enquiryId))?.complaint;
  if (!complaint) return null;
  return { reference: referenceOf(complaint), by: dateInWords(complaint.dueDay) };
}

/** In place of the form, which comes back for another complaint. */
function Taken({ reference, by }: { reference: string; by: string }) {
  return (
    <div className="max-w-2xl pt-2">
      <TakenIn>
        Thank you. Your reference is <strong>{reference}</strong>. You get a letter or email by {by}.
      </TakenIn>
      <LinkButton to={href("/complaints")} reloadDocument look="outline">
        Send another complaint
      </LinkButton>
    </div>
  );
}

type Props = {
  draft: string;
  privacy: string;
  phone: { href: string; label: string };
  reply: MessageReply | null;
};

function ComplaintForm({ draft, privacy, phone, reply }: Props) {
  const errors = reply?.errors ?? {};
  const field = (name: string) => ({
    name,
    required: true,
    defaultValue: reply?.typed[name] ?? "",
    ...(errors[name] && { error: errors[name] }),
  });
  return (
    <div className="max-w-2xl pt-2 print:hidden">
      {reply?.refusal && <NotTaken refusal={reply.refusal} phone={phone} />}
      {Object.keys(errors).length > 0 && <ErrorSummary id={ANSWER} errors={errors} />}
      <form
        method="post"
        action={`${href("/complaints")}#${ANSWER}`}
        noValidate
        aria-labelledby={FORM.id}
        className="space-y-5"
      >
        <DraftFields draft={reply?.draft ?? draft} />
        <fieldset>
          <legend className="mb-1 font-[650]">What is it about?</legend>
          {errors.about && <FieldError id="about-error">{errors.about}</FieldError>}
          <div className="grid gap-2 sm:grid-cols-2">
            {KINDS.map(({ about, label }, index) => (
              <RadioCell
                key={about}
                name="about"
                value={about}
                id={index === 0 ? "about" : undefined}
                defaultChecked={about === (reply?.typed.about ?? KINDS[0]?.about)}
              >
                {label}
              </RadioCell>
            ))}
          </div>
        </fieldset>
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
