import { data, Form, href, Link } from "react-router";
import { FLAG_WORDS, groupsOf, type Question } from "#app/health/form/form.ts";
import { applyForm, discardDraft, moveFormQuestion, viewEditedForm } from "#app/health/form/versions.server.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import type { Fields } from "#app/platform/form-fields.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { OrderButtons } from "#app/ui/admin/order-buttons.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Field, LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";
import type { Route } from "./+types/questions.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const edited = await viewEditedForm(app, actor);
  if (!edited) throw refusedAs("forbidden");
  const { inUse, draft, revision, needsSigning } = edited;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const signedOn = inUse.signedAt && dayInWords(localDateOf(inUse.signedAt, zone), { year: true });
  return {
    ...{ revision, needsSigning, version: inUse.version, isChanged: draft !== null },
    comesToSign: new URL(request.url).searchParams.has("sign"),
    signed: inUse.signedBy === null ? null : `${inUse.signedBy}, ${signedOn}`,
    questions: draft ?? [...inUse.questions],
  };
}

type Reply = { kind: "conflict" } | { kind: "invalid"; errors: Fields; typed: Fields };

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const { fields, version: revision, intent } = await sentTo(request);
  const id = fields.id ?? "";
  const outcome =
    intent === "up" || intent === "down"
      ? await moveFormQuestion(app, actor, { id, by: intent === "up" ? -1 : 1, revision })
      : intent === "discard"
        ? await discardDraft(app, actor, revision)
        : await applyForm(app, actor, { revision, signedBy: fields.signedBy ?? "" });
  switch (outcome.kind) {
    case "saved":
      throw saved(href("/admin/settings/health/questions"));
    case "conflict":
      return data<Reply>({ kind: "conflict" }, 409);
    case "invalid":
      return data<Reply>({ kind: "invalid", errors: outcome.errors, typed: fields }, 422);
    default:
      throw refusedAs(outcome.kind);
  }
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Health form");

export default function HealthQuestions({ loaderData, actionData }: Route.ComponentProps) {
  const { questions, revision } = loaderData;
  const reply = actionData ?? null;
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/health")}>Health records</BackLink>
      <PageHeading
        title="Health form"
        intro="What clients answer before they come. Each answer keeps the wording that it was given to."
      >
        <LinkButton to={href("/admin/settings/health/questions/:question", { question: "new" })} size="small">
          Add a question
        </LinkButton>
        <LinkButton to={href("/admin/settings/health/questions/preview")} look="outline" size="small">
          Preview
        </LinkButton>
      </PageHeading>
      <SavedNotice />
      {loaderData.comesToSign && loaderData.signed === null && (
        <Notice tone="warning" live className="mb-6">
          Health records are still off. Read each question and what a yes to it means, sign that off, then switch on.
        </Notice>
      )}
      {reply?.kind === "conflict" && (
        <Notice tone="warning" live className="mb-6">
          Someone changed the questions while you were here. Check them below, then do it again.
        </Notice>
      )}
      {reply?.kind === "invalid" && <ErrorSummary errors={reply.errors} />}
      <InUse {...loaderData} reply={reply} />
      {groupsOf({ questions }).map((group) => (
        <section key={`${group.title} ${group.questions[0]?.id}`} aria-label={group.title} className="mt-8">
          <h2 className="text-xl">{group.title}</h2>
          <ol>
            {group.questions.map((one) => (
              <Row
                key={one.id}
                question={one}
                {...{ revision }}
                at={questions.indexOf(one)}
                places={questions.length}
              />
            ))}
          </ol>
        </section>
      ))}
      <p className="mt-8 text-ink-soft">
        Then follow, always: whether they are 16 or over, with a parent’s or guardian’s name if not, and alone at the
        end their consent.
      </p>
    </div>
  );
}

type InUseProps = Route.ComponentProps["loaderData"] & { reply: Reply | null };

function InUse({ version, isChanged, needsSigning, signed, revision, reply }: InUseProps) {
  const errors = reply?.kind === "invalid" ? reply.errors : {};
  const name = (
    <Field
      name="signedBy"
      label="Your full name"
      hint="You have read each question below and what a yes to it means."
      autoComplete="name"
      maxLength={100}
      defaultValue={reply?.kind === "invalid" ? reply.typed.signedBy : ""}
      error={errors.signedBy}
    />
  );
  if (!isChanged)
    return (
      <div className="space-y-4">
        <p>
          Version {version} is in use.{" "}
          {signed ? `Its flags were signed off by ${signed}.` : "No one has signed off its flags yet."}
        </p>
        {!signed && (
          <Form method="post" className="max-w-md space-y-3" noValidate>
            <input type="hidden" name="version" value={revision} />
            {name}
            <Button name="intent" value="apply">
              Sign off the flags
            </Button>
          </Form>
        )}
      </div>
    );
  return (
    <Notice tone="warning">
      <p className="font-[650]">These changes are not in use yet</p>
      <p className="mt-1">
        Clients answer version {version} until then.{" "}
        {needsSigning && "A question that raises a flag has changed, so someone signs the flags off first."}
      </p>
      <Form method="post" className="mt-4 space-y-3" noValidate>
        <input type="hidden" name="version" value={revision} />
        {needsSigning && <div className="max-w-md">{name}</div>}
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="apply">
            {needsSigning ? "Sign off and use" : "Use these questions"}
          </Button>
          <Button name="intent" value="discard" look="outline">
            Discard the changes
          </Button>
        </div>
      </Form>
    </Notice>
  );
}

type RowProps = { question: Question; revision: number; at: number; places: number };

function Row({ question: { id, title, type, flag, required }, revision, at, places }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2">
      <div className="min-w-0 flex-[1_1_18rem]">
        <Link
          to={href("/admin/settings/health/questions/:question", { question: id })}
          className="prose-link wrap-anywhere"
        >
          {title}
        </Link>
        <p className="text-sm text-ink-soft">
          {TYPE_WORDS[type]}
          {!required && ", optional"}
        </p>
      </div>
      {flag && <StatusTag look={flag === "call" ? "bad" : "waiting"}>{FLAG_WORDS[flag]}</StatusTag>}
      <Form method="post" preventScrollReset className="flex gap-1">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={revision} />
        <OrderButtons name={title} at={at} places={places} />
      </Form>
    </li>
  );
}

export const TYPE_WORDS: Record<Question["type"], string> = {
  "yes-no": "Yes or no",
  text: "Text",
  choice: "One of several choices",
  body: "Places on a picture of the body",
};
