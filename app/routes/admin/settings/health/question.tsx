import { Form, href } from "react-router";
import { FLAG_WORDS, type Question } from "#app/health/form/form.ts";
import { FLAGS, questionForm, questionFormOf, TYPES } from "#app/health/form/question.form.ts";
import { removeQuestion, saveQuestion, viewEditedForm } from "#app/health/form/versions.server.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { TYPE_WORDS } from "#app/routes/admin/settings/health/questions.tsx";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Field, Select, TextArea, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/question.ts";

const NEW: Omit<Question, "id"> = {
  ...{ type: "yes-no", title: "", hint: "", group: "", flag: null, options: [], required: true },
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const edited = await viewEditedForm(appContextOf(context), actorOf(context));
  if (!edited) throw refusedAs("forbidden");
  const questions = edited.draft ?? edited.inUse.questions;
  const isNew = params.question === "new";
  const question = isNew ? NEW : questions.find(({ id }) => id === params.question);
  if (!question) throw refusedAs("not-found");
  return {
    ...{ isNew, title: question.title, stored: fieldsOf(questionFormOf(question)), version: edited.revision },
    groups: [...new Set(questions.map(({ group }) => group))],
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const actor = actorOf(context);
  const sent = await sentTo(request);
  const id = params.question === "new" ? null : params.question;
  const read = readFields(questionForm, sent.fields);
  const isRemoval = sent.intent === "remove" && id !== null;
  if (!isRemoval && read.kind === "invalid") return invalid(sent, read.errors);
  const outcome = isRemoval
    ? await removeQuestion(app, actor, { id, revision: sent.version })
    : read.kind === "valid" && (await saveQuestion(app, actor, { id, revision: sent.version, draft: read.value }));
  if (!outcome) throw refusedAs("not-found");
  if (outcome.kind === "invalid") return invalid(sent, outcome.errors);
  if (outcome.kind === "conflict") {
    const { draft, inUse, revision } = outcome.current;
    const now = (draft ?? inUse.questions).find((one) => one.id === id);
    if (!now && id !== null) throw refusedAs("not-found");
    return stale(sent, { theirs: questionFormOf(now ?? NEW), version: revision });
  }
  if (outcome.kind !== "saved") throw refusedAs(outcome.kind);
  throw saved(href("/admin/settings/health/questions"));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Question");

const LABELS = {
  title: "Question",
  hint: "Help below it (optional)",
  group: "Heading above it",
  type: "How it is answered",
  flag: "What a yes means",
  options: "Choices, each on its own line",
  required: "It must be answered",
};

export default function EditQuestion({ loaderData, actionData }: Route.ComponentProps) {
  const { isNew, title, stored, version, groups } = loaderData;
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/health/questions")}>All questions</BackLink>
      <PageHeading title={isNew ? "Add a question" : title} />
      <EditForm stored={stored} version={version} reply={actionData} labels={LABELS}>
        {({ field, tick }) => (
          <div className="space-y-4">
            <TextArea label={LABELS.title} rows={2} {...field("title")} />
            <Field label={LABELS.hint} {...field("hint")} />
            <Field label={LABELS.group} list="groups" {...field("group")} />
            <datalist id="groups">
              {groups.map((group) => (
                <option key={group} value={group} />
              ))}
            </datalist>
            <Select label={LABELS.type} {...field("type")}>
              {TYPES.map((type) => (
                <option key={type} value={type}>
                  {TYPE_WORDS[type]}
                </option>
              ))}
            </Select>
            <Select label={LABELS.flag} hint="Only where it is answered yes or no." {...field("flag")}>
              <option value="">Nothing special</option>
              {FLAGS.map((flag) => (
                <option key={flag} value={flag}>
                  {FLAG_WORDS[flag]}
                </option>
              ))}
            </Select>
            <TextArea label={LABELS.options} hint="Only where one of several is chosen." {...field("options")} />
            <TickBox {...tick("required")} hint="Yes or no always must.">
              {LABELS.required}
            </TickBox>
          </div>
        )}
      </EditForm>
      {!isNew && (
        <details className="mt-12 border-t border-line pt-4">
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            Remove this question
          </summary>
          <Form method="post" className="mt-3 space-y-3">
            <input type="hidden" name="version" value={version} />
            <p>We no longer ask it. Answers already given stay, with its wording.</p>
            <Button name="intent" value="remove" look="danger" size="small">
              Remove
            </Button>
          </Form>
        </details>
      )}
    </div>
  );
}
