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
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Field, TextArea } from "#app/ui/field.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/complaints.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { enquiryId, cookies } = justSentOf(href("/complaints"), request.headers);
  const shown = {
    ...(await policyOf(context, "complaints")),
    phone: await phoneOf(app),
    // A draft each: two complaints sent one after the other count as two.
    drafts: { treatment: newDraft(app), information: newDraft(app) },
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

const FORMS: About[] = ["treatment", "information"];

export default function Complaints({ loaderData, actionData }: Route.ComponentProps) {
  const { words, updated, phone, drafts, taken } = loaderData;
  const chapters = FORMS.map((about) => ({ id: about, title: words[about].title }));
  // An answer that belongs to neither form is shown at the first.
  const answered = actionData && (actionData.typed.about === "information" ? "information" : "treatment");
  return (
    <ReadingPage
      title={words.title}
      note={`Last updated ${updated}`}
      lead={<Prose>{words.summary}</Prose>}
      chapters={chapters}
    >
      {FORMS.map((about) => (
        <ReadingChapter key={about} id={about} title={words[about].title}>
          <Paragraphs text={words[about].text} />
          <ComplaintForm
            about={about}
            draft={drafts[about]}
            privacy={words.privacy}
            phone={phone}
            taken={taken?.about === about ? taken : null}
            reply={(answered === about && actionData) || null}
          />
        </ReadingChapter>
      ))}
    </ReadingPage>
  );
}

/** The confirmation of a complaint that was just sent; null once it has been deleted. */
async function takenIn(app: AppContext, enquiryId: string) {
  const complaint = (await getMessage(app.db.kysely, enquiryId))?.complaint;
  if (!complaint) return null;
  return { about: complaint.about, reference: referenceOf(complaint), by: dateInWords(complaint.dueDay) };
}

type Props = {
  about: About;
  draft: string;
  privacy: string;
  phone: { href: string; label: string };
  taken: { reference: string; by: string } | null;
  reply: MessageReply | null;
};

function ComplaintForm({ about, draft, privacy, phone, taken, reply }: Props) {
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
