import { data, href } from "react-router";
import type { About } from "#app/messages/complaint.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { MessageForm, MessageSent } from "#app/routes/website/messages/message-form.tsx";
import { messageHeaders } from "#app/routes/website/messages/message-reply.ts";
import { justSentOf, takeMessage, thanksFor } from "#app/routes/website/messages/take-message.server.ts";
import { policyOf } from "#app/routes/website/policies/policy.server.ts";
import { Paragraphs, POLICY_CARD } from "#app/routes/website/policies/policy-page.tsx";
import { ReadingChapter, ReadingPage } from "#app/routes/website/reading-page.tsx";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { Prose } from "#app/ui/prose.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/complaints.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { enquiryId, cookies } = justSentOf(href("/complaints"), request.headers);
  const page = {
    ...(await policyOf(context, "complaints")),
    phone: await phoneOf(app),
    draft: newDraft(app),
    thanks: await thanksFor(app, enquiryId),
  };
  return data(page, { headers: withCookies(cookies) });
}

export async function action(args: Route.ActionArgs) {
  return takeMessage(args, href("/complaints"));
}

export const headers = messageHeaders;

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, { ...at.loaderData.words.search, ...POLICY_CARD, graph: at.loaderData.graph });

const KINDS: { about: About; label: string }[] = [
  { about: "treatment", label: "A treatment or booking" },
  { about: "information", label: "How my information was used" },
];
const WORDS = {
  title: "complain",
  lastName: "Last name (optional)",
  reply: {
    label: "Where should the reply go?",
    hint: "An email address, a phone number or a postal address",
    type: "text" as const,
  },
  message: { label: "What happened?" },
  send: "Send complaint",
};
const FORM = { id: "complain", title: "Send a complaint" };

export default function Complaints({ loaderData, actionData }: Route.ComponentProps) {
  const { words, updated, phone, draft, thanks } = loaderData;
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
        <div className="max-w-2xl pt-2">
          {thanks && !actionData ? (
            <MessageSent page={href("/complaints")} {...thanks} />
          ) : (
            <MessageForm
              page={href("/complaints")}
              subjects={KINDS.map(({ about, label }) => ({ value: about, label }))}
              words={WORDS}
              complains
              phone={phone}
              draft={draft}
              reply={actionData ?? null}
            >
              <Prose>{words.privacy}</Prose>
            </MessageForm>
          )}
        </div>
      </ReadingChapter>
    </ReadingPage>
  );
}
