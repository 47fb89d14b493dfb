import { data, href } from "react-router";
import { complaintForm } from "#app/messages/complaint.form.ts";
import { type About, referenceOf } from "#app/messages/complaint.ts";
import { getMessage } from "#app/messages/message-list.db.server.ts";
import { receiveComplaint } from "#app/messages/receive-complaint.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { dateInWords } from "#app/platform/month.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { ComplaintForm } from "#app/routes/website/complaints/complaint-form.tsx";
import { justSentOf } from "#app/routes/website/messages/just-sent.server.ts";
import { messageHeaders } from "#app/routes/website/messages/message-headers.ts";
import { takeMessage } from "#app/routes/website/messages/take-message.server.ts";
import { phoneOf } from "#app/routes/website/phone.server.ts";
import { policyOf } from "#app/routes/website/policies/policy.server.ts";
import { Paragraphs, POLICY_CARD } from "#app/routes/website/policies/policy-page.tsx";
import { ReadingChapter, ReadingPage } from "#app/routes/website/reading-page.tsx";
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
