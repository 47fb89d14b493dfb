import { data } from "react-router";
import { consentWords } from "#app/health/form/consent.ts";
import { DEFAULT_FORM, type HealthForm } from "#app/health/form/form.ts";
import { AllQuestions, ConsentFields } from "#app/health/form/form-fields.tsx";
import { confirmUnchanged, sendForm, viewForm } from "#app/health/form/forms.server.ts";
import { readForm } from "#app/health/form/versions.server.ts";
import { dayInWords } from "#app/platform/date-words.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { readFormBody } from "#app/platform/http/read-body.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { consumeChangeLimit, managedOf } from "#app/routes/book/managed.server.ts";
import { PRIVATE_FORM } from "#app/routes/book/private-page.ts";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { keptFor } from "#app/settings/health.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/form.ts";

type Fields = Record<string, string>;

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const managed = await managedOf(context, params.secret);
  const view = await viewForm(app, managed);
  if (view.kind === "not-found") throw data(null, { status: 404 });
  const { business, health, bookingRules } = (await readPractice(app)).settings;
  const page = {
    path: new URL(managed.url).pathname,
    phone: await phoneOf(app),
    consent: consentWords({ practice: business.name, ...keptFor(health) }),
  };
  const { version, questions } = await readForm(app.db.kysely);
  const isGone = view.kind === "cancelled" || view.kind === "over";
  if (view.kind !== "read")
    return data(
      { ...page, form: DEFAULT_FORM, closed: view.kind, last: null, isDone: false, withdrawn: null },
      isGone ? 410 : 503,
    );
  const { last, isDone, withdrawnAt } = view;
  const dayOf = (at: number | null) =>
    at === null ? null : dayInWords(localDateOf(at, bookingRules.zone), { year: true });
  return data({
    ...page,
    form: { version, questions },
    closed: null,
    last: dayOf(last),
    isDone,
    withdrawn: dayOf(withdrawnAt),
  });
}

type Reply =
  | { kind: "invalid"; errors: Fields; typed: Fields }
  | { kind: "conflict"; typed: Fields }
  | { kind: "sent"; isUrgent: boolean }
  | { kind: "confirmed" };

export async function action({ request, params, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const managed = await managedOf(context, params.secret);
  const typed = fieldsFrom(await readFormBody(request));
  const limit = await consumeChangeLimit(context);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    const errors = { fever: "That is a lot of changes at once. Try again in an hour, or call" };
    return data<Reply>({ kind: "invalid", errors, typed }, { status: 429, headers });
  }
  const outcome =
    typed.intent === "unchanged" ? await confirmUnchanged(app, managed) : await sendForm(app, managed, typed);
  switch (outcome.kind) {
    case "invalid":
      return data<Reply>({ kind: "invalid", errors: outcome.errors, typed }, 422);
    case "conflict":
      return data<Reply>({ kind: "conflict", typed }, 409);
    case "sent":
    case "confirmed":
      return data<Reply>(outcome);
    case "not-found":
      throw data(null, { status: 404 });
    default:
      // The loader says why, beside this status.
      return data<null>(null, outcome.kind === "shut" ? 503 : 410);
  }
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

// What a browser keeps of a page says nothing of health.
export const meta: Route.MetaFunction = (at) => privateMeta(at, "Before your appointment");

export default function HealthFormPage({ loaderData, actionData }: Route.ComponentProps) {
  const { path, phone, closed, last, isDone, consent, withdrawn, form } = loaderData;
  const reply = actionData ?? null;
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="text-3xl">Your health form</h1>
      {closed ? (
        <p className="measure mt-3">
          {CLOSED[closed]}{" "}
          <a href={phone.href} className="prose-link whitespace-nowrap">
            {phone.label}
          </a>
        </p>
      ) : reply?.kind === "sent" || reply?.kind === "confirmed" ? (
        <Done isUrgent={reply.kind === "sent" && reply.isUrgent} phone={phone} />
      ) : (
        <>
          <p className="measure mt-3">
            Your answers are sealed as soon as you send them. Only the therapists who treat you read them.
          </p>
          {withdrawn && (
            <Notice className="mt-6">
              Your consent was withdrawn on {withdrawn}. What you sent before stays hidden. Send this form, and a new
              record begins.
            </Notice>
          )}
          {isDone && !reply && <p className="measure mt-3">Your form is here. To change it, fill it in again.</p>}
          {last && !isDone && !reply && <Unchanged last={last} />}
          {reply?.kind === "conflict" && (
            <Notice tone="warning" className="mt-6">
              The questions have changed since you opened this page. Your answers are kept below: check them, and send
              again.
            </Notice>
          )}
          {reply?.kind === "invalid" && <ErrorSummary errors={reply.errors} />}
          <Questions
            form={form}
            typed={reply?.typed ?? {}}
            errors={reply?.kind === "invalid" ? reply.errors : {}}
            consent={consent}
          />
        </>
      )}
      <p className="mt-6">
        <LinkButton to={path} look="outline" size="small" reloadDocument>
          See your appointment
        </LinkButton>
      </p>
    </div>
  );
}

const CLOSED = {
  cancelled: "This appointment is cancelled, so there is nothing to fill in. Questions? Call",
  over: "This appointment has begun, so this form is closed. Questions? Call",
  shut: "The form can’t be taken just now. Your appointment stands. Call before you come:",
};

type Phone = { href: string; label: string };

function Done({ isUrgent, phone }: { isUrgent: boolean; phone: Phone }) {
  return (
    <>
      <p className="measure mt-3">Thank you. That is all, and your appointment stands.</p>
      {isUrgent && (
        <Notice tone="warning" className="mt-6">
          <p className="font-[650]">
            Call before you come:{" "}
            <a href={phone.href} className="prose-link whitespace-nowrap">
              {phone.label}
            </a>
          </p>
          <p className="mt-1">
            A treatment may not be right for you now, so ask first. If you feel very unwell, have chest pain or trouble
            breathing, call 999. For advice at any hour, call 111.
          </p>
        </Notice>
      )}
    </>
  );
}

/** Shows no old answer: whoever has the link may be another person. */
function Unchanged({ last }: { last: string }) {
  return (
    <form method="post" className="mt-6">
      <Button name="intent" value="unchanged">
        Nothing has changed since {last}
      </Button>
      <p className="measure mt-3">
        Something has changed? Fill in the form again. To protect your privacy, it doesn’t show what you wrote before.
      </p>
    </form>
  );
}

type QuestionsProps = { form: HealthForm; typed: Fields; errors: Fields; consent: { about: string; box: string } };

function Questions({ form, typed, errors, consent }: QuestionsProps) {
  return (
    <form method="post" className="measure mt-6 space-y-4" noValidate>
      <input type="hidden" name="version" value={form.version} />
      <AllQuestions form={form} typed={typed} errors={errors} />
      <section aria-label="Your consent" className="space-y-4">
        <h2 className="text-xl">Your consent</h2>
        <ConsentFields consent={consent} error={errors.consent} />
        <Button name="intent" value="send">
          Send
        </Button>
      </section>
    </form>
  );
}
