import { data, href } from "react-router";
import { receiveComplaint } from "#app/enquiries/complaints/commands.server.ts";
import { type About, referenceOf } from "#app/enquiries/complaints/complaint.ts";
import { complaintForm } from "#app/enquiries/complaints/forms.ts";
import { findEnquiry } from "#app/enquiries/desk/store.server.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";
import { worldOf } from "#app/platform/http/context.server.ts";
import { dateInWords } from "#app/platform/month.ts";
import type { World } from "#app/platform/world.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { ComplaintForm } from "#app/routes/website/complaints/complaint-form.tsx";
import { justSentOf } from "#app/routes/website/letters/just-sent.server.ts";
import { letterHeaders } from "#app/routes/website/letters/letter-headers.ts";
import { takeLetter } from "#app/routes/website/letters/take-letter.server.ts";
import { phoneOf } from "#app/routes/website/phone.server.ts";
import { policyOf } from "#app/routes/website/policies/policy.server.ts";
import { Paragraphs, POLICY_CARD } from "#app/routes/website/policies/policy-page.tsx";
import { ReadingChapter, ReadingPage } from "#app/routes/website/reading-page.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/complaints.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const world = worldOf(context);
  const { enquiryId, cookies } = justSentOf(href("/complaints"), request.headers);
  const shown = {
    ...(await policyOf(context, "complaints")),
    phone: await phoneOf(world),
    // A form each: two complaints sent one after the other are two.
    drafts: { treatment: newDraft(world), information: newDraft(world) },
    taken: enquiryId ? await takenIn(world, enquiryId) : null,
  };
  return data(shown, { headers: withCookies(cookies) });
}

export async function action(args: Route.ActionArgs) {
  const world = worldOf(args.context);
  return takeLetter(args, {
    ...{ page: href("/complaints"), schema: complaintForm },
    take: (typed, key) => receiveComplaint(world, typed, key),
  });
}

export const headers = letterHeaders;

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, { ...at.loaderData.words.search, ...POLICY_CARD, graph: at.loaderData.graph });

const FORMS: About[] = ["treatment", "information"];

export default function Complaints({ loaderData, actionData }: Route.ComponentProps) {
  const { words, updated, phone, drafts, taken } = loaderData;
  const chapters = FORMS.map((about) => ({ id: about, title: words[about].title }));
  // What was sent by neither form, which no person does, is answered at the first.
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

/** What somebody is told whose complaint has just come in. None once it has been deleted. */
async function takenIn(world: World, enquiryId: string) {
  const complaint = (await findEnquiry(world.db.kysely, enquiryId))?.complaint;
  if (!complaint) return null;
  return { about: complaint.about, reference: referenceOf(complaint), by: dateInWords(complaint.dueDay) };
}
