import type { ReactNode } from "react";
import { groupsOf, type Question } from "#app/health/form/form.ts";
import { viewBlankForm } from "#app/health/form/paper.server.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { ScriptButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/blank-form.ts";
import "#app/ui/styles/paper.css";

export async function loader({ context }: Route.LoaderArgs) {
  const view = await viewBlankForm(appContextOf(context), actorOf(context));
  if (!view) throw refusedAs("not-found");
  return view;
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Form to print");

export default function BlankForm({ loaderData: { practice, form, consent } }: Route.ComponentProps) {
  return (
    <>
      <BackLink to="/admin/clients">Clients</BackLink>
      <PageHeading
        title="Health form to print"
        intro="Someone who treats the client types it in afterwards, at their record."
      >
        <ScriptButton type="button" size="small" onClick={() => window.print()}>
          Print
        </ScriptButton>
      </PageHeading>
      <article className="paper max-w-2xl border border-line bg-surface p-5" aria-label="Health form">
        <p className="text-lg font-[650]">{practice}</p>
        <p className="mb-4 text-sm">Health form, version {form.version}</p>
        <Line>Full name</Line>
        <Line>Date of birth</Line>
        {groupsOf(form).map(({ title, questions }) => (
          <section key={`${title} ${questions[0]?.id}`} aria-label={title}>
            <h2 className="mt-5 text-lg">{title}</h2>
            {questions.map((one) => (
              <Blank key={one.id} question={one} />
            ))}
          </section>
        ))}
        <h2 className="mt-5 text-lg">If you are under 16, your parent or guardian</h2>
        <Line>Full name</Line>
        <Line>How they are related to you</Line>
        <h2 className="mt-5 text-lg">Your consent</h2>
        <p>{consent.about}</p>
        <p className="mt-2">
          {BOX} {consent.box}
        </p>
        <Line>Signature (under 16: of the parent or guardian)</Line>
        <Line>Date</Line>
      </article>
    </>
  );
}

const BOX = <span aria-hidden="true">☐</span>;

function Blank({ question: { title, hint, type, options } }: { question: Question }) {
  const choices = type === "yes-no" ? ["Yes", "No"] : options;
  if (type === "text" || type === "body") return <Line>{hint ? `${title} ${hint}` : title}</Line>;
  return (
    <div className="paper-line border-t border-line py-2">
      <p>
        {title} {hint}
      </p>
      <p className="flex flex-wrap gap-x-6">
        {choices.map((choice) => (
          <span key={choice}>
            {BOX} {choice}
          </span>
        ))}
      </p>
    </div>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <p className="paper-line border-b border-ink pt-3 pb-8">{children}</p>;
}
