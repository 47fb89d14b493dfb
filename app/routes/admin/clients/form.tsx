import { href } from "react-router";
import { FLAG_WORDS, type Flag, HEALTH_FORM } from "#app/health/form.ts";
import { openForm } from "#app/health/forms.server.ts";
import { shortMoment } from "#app/platform/date-words.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/form.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const opened = await openForm(app, actorOf(context), params.id);
  if (opened.kind === "not-found") throw refusedAs("not-found");
  if (opened.kind === "shut") return null;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const { client, form } = opened;
  return {
    client,
    form: form && {
      sent: shortMoment(form.sentAt, zone),
      checked: form.checkedAt === null ? null : shortMoment(form.checkedAt, zone),
      answers: form.answers,
      flags: form.flags,
    },
  };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Form");

const FLAGS = ["call", "check", "avoid"] as const satisfies readonly Flag[];

export default function OpenedForm({ loaderData }: Route.ComponentProps) {
  if (!loaderData) {
    return (
      <>
        <PageHeading title="Health form" />
        <Notice tone="danger">The health record is shut, because its key is missing. Nothing is lost.</Notice>
      </>
    );
  }
  const { client, form } = loaderData;
  return (
    <>
      <BackLink to={href("/admin/clients/:id", client)}>{client.name}</BackLink>
      <PageHeading title="Health form" intro={form ? `Sent ${form.sent}` : client.name} />
      {form?.checked && <p className="mb-4">Nothing has changed, they said {form.checked}.</p>}
      {form && <p className="mb-6 text-ink-soft">You have opened this form, and {client.name} can see that you did.</p>}
      {!form && <p>They have not sent a form yet.</p>}
      {form && !form.answers && (
        <Notice tone="danger">This form can’t be opened: it was changed after it was sent.</Notice>
      )}
      {form?.answers && (
        <div className="max-w-3xl space-y-6">
          {FLAGS.map((flag) => {
            const titles = titlesOf(form.flags?.[flag] ?? []);
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
          {form.answers.yes.length === 0 && <p>They answered no to every question.</p>}
          <dl className="space-y-4">
            {writtenIn(form.answers.words).map(({ title, text }) => (
              <div key={title}>
                <dt className="font-[650]">{title}</dt>
                <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
              </div>
            ))}
            {form.answers.guardian && (
              <div>
                <dt className="font-[650]">Under 16: a guardian answered and agreed</dt>
                <dd className="wrap-anywhere">
                  {form.answers.guardian.name}, {form.answers.guardian.relation}
                </dd>
              </div>
            )}
          </dl>
        </div>
      )}
    </>
  );
}

function titlesOf(ids: readonly string[]): string[] {
  return HEALTH_FORM.sections
    .flatMap(({ questions }) => questions)
    .filter(({ id }) => ids.includes(id))
    .map(({ title }) => title);
}

function writtenIn(words: Record<string, string>): { title: string; text: string }[] {
  return [
    ...HEALTH_FORM.words,
    ...HEALTH_FORM.sections.map((part) => ({ ...part.words, title: `${part.title}: more` })),
  ]
    .map(({ id, title }) => ({ title: title.replace(" (optional)", ""), text: words[id] ?? "" }))
    .filter(({ text }) => text !== "");
}
