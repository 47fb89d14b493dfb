import { href } from "react-router";
import { getEmergency } from "#app/health/access.server.ts";
import { type Answers, FLAG_WORDS, type Flag, type HealthForm } from "#app/health/form/form.ts";
import { checkInWords, ShutRecord, WithdrawnNotice, withdrawalInWords } from "#app/health/form/form-tag.tsx";
import { titlesOf, WrittenAnswers } from "#app/health/form/form-view.tsx";
import { openForm } from "#app/health/form/forms.server.ts";
import { dayInWords, shortMoment } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { notTheirs } from "#app/routes/admin/clients/emergency-way.server.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/form.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const opened = await openForm(app, actorOf(context), params.id);
  if (opened.kind === "not-found") throw await notTheirs(context, params.id);
  if (opened.kind === "shut") return null;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const { client, form, withdrawal } = opened;
  const emergency = await getEmergency(app.db.kysely, actorOf(context), { clientId: client.id, now: app.clock.now() });
  return {
    client,
    isEmergency: emergency !== null,
    withdrawn: withdrawal ? withdrawalInWords(withdrawal, zone) : null,
    form: form && {
      sent: form.paper
        ? `On paper, dated ${dayInWords(form.paper.on, { year: true })} and typed in by ${form.paper.by}`
        : `Sent ${shortMoment(form.sentAt, zone)}`,
      checked: form.checkedAt === null ? null : checkInWords({ at: form.checkedAt, notedBy: form.checkNotedBy }, zone),
      ...{ version: form.version, questions: form.questions },
      answers: form.answers,
      flags: form.flags,
    },
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Form");

const FLAGS = ["call", "check", "avoid"] as const satisfies readonly Flag[];

export default function OpenedForm({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <ShutRecord title="Health form" />;
  const { client, form, withdrawn, isEmergency } = loaderData;
  return (
    <>
      {isEmergency ? (
        <BackLink to={href("/admin/clients/:id/emergency", client)}>Emergency access</BackLink>
      ) : (
        <BackLink to={href("/admin/clients/:id", client)}>{client.name}</BackLink>
      )}
      <PageHeading
        title="Health form"
        intro={form ? `${form.sent}, version ${form.version} of the questions` : client.name}
      >
        {!isEmergency && (
          <LinkButton to={href("/admin/clients/:id/form/paper", client)} look="outline" size="small">
            Type in a form on paper
          </LinkButton>
        )}
        <LinkButton to={href("/admin/clients/blank-form")} look="outline" size="small">
          Form to print
        </LinkButton>
      </PageHeading>
      <SavedNotice />
      {form?.checked && <p className="mb-4">{form.checked}.</p>}
      {form && <p className="mb-6 text-ink-soft">You have opened this form, and {client.name} can see that you did.</p>}
      {withdrawn && <WithdrawnNotice {...withdrawn} />}
      {!form && !withdrawn && <p>They have not sent a form yet.</p>}
      {form && !form.answers && (
        <Notice tone="danger">This form can’t be opened: it was changed after it was sent.</Notice>
      )}
      {form?.answers && (
        <div className="max-w-3xl space-y-6">
          {FLAGS.map((flag) => {
            const titles = titlesOf(form, form.flags?.[flag] ?? []);
            if (titles.length === 0) return null;
            return (
              <Notice key={flag} tone={flag === "call" ? "danger" : "warning"}>
                <p className="font-[650]">{FLAG_WORDS[flag]}</p>
                <ul className="mt-1 list-disc pl-5">
                  {titles.map((title) => (
                    <li key={title}>Yes: {title}</li>
                  ))}
                </ul>
              </Notice>
            );
          })}
          <Unflagged form={form} answers={form.answers} />
          <WrittenAnswers form={form} answers={form.answers} />
        </div>
      )}
    </>
  );
}

/** A yes that raises no flag, which no notice above has. */
function Unflagged({ form, answers: { yes } }: { form: Pick<HealthForm, "questions">; answers: Answers }) {
  if (yes.length === 0) return <p>They answered no to every question.</p>;
  const raising = new Set(form.questions.filter(({ flag }) => flag !== null).map(({ id }) => id));
  const titles = titlesOf(
    form,
    yes.filter((id) => !raising.has(id)),
  );
  if (titles.length === 0) return null;
  return (
    <ul className="list-disc pl-5">
      {titles.map((title) => (
        <li key={title}>Yes: {title}</li>
      ))}
    </ul>
  );
}
