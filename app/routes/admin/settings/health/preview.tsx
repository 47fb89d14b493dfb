import { href } from "react-router";
import { consentWords } from "#app/health/form/consent.ts";
import { AllQuestions, ConsentFields } from "#app/health/form/form-fields.tsx";
import { viewEditedForm } from "#app/health/form/versions.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { keptFor } from "#app/settings/health.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/preview.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const edited = await viewEditedForm(app, actorOf(context));
  if (!edited) throw refusedAs("forbidden");
  const { business, health } = (await readPractice(app)).settings;
  return {
    isDraft: edited.draft !== null,
    questions: edited.draft ?? [...edited.inUse.questions],
    consent: consentWords({ practice: business.name, ...keptFor(health) }),
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Preview of the health form");

export default function PreviewedForm({ loaderData: { isDraft, questions, consent } }: Route.ComponentProps) {
  return (
    <>
      <BackLink to={href("/admin/settings/health/questions")}>All questions</BackLink>
      <PageHeading
        title="Preview of the health form"
        intro={isDraft ? "With your changes, which are not in use yet." : "As clients answer it now."}
      />
      <div className="max-w-md space-y-8 rounded-md border border-dashed border-edge p-4">
        <AllQuestions form={{ questions }} typed={{}} errors={{}} />
        <section aria-label="Your consent" className="space-y-4">
          <h2 className="text-xl">Your consent</h2>
          <ConsentFields consent={consent} />
        </section>
      </div>
    </>
  );
}
