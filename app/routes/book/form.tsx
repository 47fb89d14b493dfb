import { data, redirect } from "react-router";
import type { Managed } from "#app/appointments/requests/manage-link.ts";
import { consentWords } from "#app/health/form/consent.ts";
import { readDraft, saveAnswer } from "#app/health/form/drafts.server.ts";
import { DEFAULT_FORM, type HealthForm } from "#app/health/form/form.ts";
import { FormStep, WholeForm } from "#app/health/form/form-steps.tsx";
import { confirmUnchanged, sendForm, viewForm } from "#app/health/form/forms.server.ts";
import { CONSENT, fieldsOfPage, nextPage, pagesOf } from "#app/health/form/steps.ts";
import { readForm } from "#app/health/form/versions.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { consumeAnswerLimit, consumeChangeLimit, managedOf, PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { phoneOf } from "#app/routes/website/shell.server.ts";
import { keptFor } from "#app/settings/health.ts";
import { Button, ErrorSummary, LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/form.ts";

type Fields = Record<string, string>;

export async function loader({ request, params, context }: Route.LoaderArgs) {
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
  const isGone = view.kind === "cancelled" || view.kind === "over";
  if (view.kind !== "read") return data({ ...page, ...NOTHING, closed: view.kind }, isGone ? 410 : 503);
  const { last, isDone, withdrawnAt } = view;
  const dayOf = (at: number | null) =>
    at === null ? null : dayInWords(localDateOf(at, bookingRules.zone), { year: true });
  const { version, questions } = await readForm(app.db.kysely);
  const form = { version, questions };
  const draft = await readDraft(app, managed, secretIn(request.headers));
  const param = new URL(request.url).searchParams.get("step");
  const step = stepAt(param, {
    steps: pagesOf(form).map(({ id }) => id),
    start: draft ? nextPage(form, draft) : last ? "start" : 0,
  });
  return data({
    ...{ ...page, form, step, closed: null, last: dayOf(last), isDone, withdrawn: dayOf(withdrawnAt) },
    ...{ draft: draft?.fields ?? {}, isResumed: draft !== null && param === null },
  });
}

const NOTHING = {
  ...{ form: DEFAULT_FORM as HealthForm, step: "start", last: null, isDone: false, withdrawn: null },
  ...{ draft: {} as Fields, isResumed: false },
};

/** Which page an address asks for: the whole form, what comes before it, or one page by its number from 1. */
function stepAt(param: string | null, { steps, start }: { steps: readonly string[]; start: number | "start" }): string {
  if (param === "all") return param;
  const nth = param !== null && /^\d{1,3}$/.test(param) ? Number(param) - 1 : start;
  return nth === "start" ? nth : (steps[Math.min(Math.max(nth, 0), steps.length - 1)] ?? "start");
}

type Reply =
  | { kind: "invalid"; errors: Fields; typed: Fields }
  | { kind: "conflict"; typed: Fields }
  | { kind: "sent"; isUrgent: boolean }
  | { kind: "confirmed" };

export async function action({ request, params, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const managed = await managedOf(context, params.secret);
  const secret = secretIn(request.headers);
  const typed = fieldsFrom(await readFormBody(request));
  const isPage = typed.intent === "next" || typed.intent === "back";
  const limit = await (isPage ? consumeAnswerLimit(context) : consumeChangeLimit(context));
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    const errors = { [typed.step ?? CONSENT]: "That is a lot of changes at once. Try again in an hour, or call" };
    return data<Reply>({ kind: "invalid", errors, typed }, { status: 429, headers });
  }
  if (isPage) return answered({ app, managed, secret, typed });
  const whole = typed.step === CONSENT ? { ...(await readDraft(app, managed, secret))?.fields, ...typed } : typed;
  const outcome =
    typed.intent === "unchanged" ? await confirmUnchanged(app, managed) : await sendForm(app, managed, whole);
  switch (outcome.kind) {
    case "invalid":
      return data<Reply>({ kind: "invalid", errors: outcome.errors, typed: whole }, 422);
    case "conflict":
      return data<Reply>({ kind: "conflict", typed: whole }, 409);
    case "sent":
    case "confirmed":
      return data<Reply>(outcome, { headers: { "Set-Cookie": draftCookie(managed, "") } });
    default:
      return refused(outcome.kind);
  }
}

type Answer = { app: AppContext; managed: Managed; secret: string | null; typed: Fields };

/** Keeps one page's answer and leads to the next. */
async function answered({ app, managed, secret, typed }: Answer) {
  const answer = { step: typed.step ?? "", version: Number(typed.version), isBack: typed.intent === "back" };
  const outcome = await saveAnswer(app, managed, { ...answer, secret, fields: typed });
  if (outcome.kind === "invalid") return data<Reply>({ kind: "invalid", errors: outcome.errors, typed }, 422);
  if (outcome.kind === "conflict") return data<Reply>({ kind: "conflict", typed }, 409);
  if (outcome.kind !== "saved") return refused(outcome.kind);
  const headers = { "Set-Cookie": draftCookie(managed, outcome.secret) };
  throw redirect(`${new URL(managed.url).pathname}/form?step=${outcome.at + 1}`, { status: 303, headers });
}

/** The loader says why, beside this status. */
function refused(kind: "not-found" | "shut" | "cancelled" | "over") {
  if (kind === "not-found") throw data(null, { status: 404 });
  return data<null>(null, kind === "shut" ? 503 : 410);
}

const COOKIE = "ly.form";

/** The Set-Cookie line with what opens the draft of this appointment, in this browser alone; empty: forget it. */
function draftCookie({ appointment, url, now }: Managed, secret: string): string {
  const seconds = secret === "" ? 0 : Math.max(Math.ceil((appointment.start - now) / 1000), 0);
  return `${COOKIE}=${secret}; Max-Age=${seconds}; Path=${new URL(url).pathname}; HttpOnly; SameSite=Lax`;
}

function secretIn(headers: Headers): string | null {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})`).exec(headers.get("cookie") ?? "")?.[1] ?? null;
}

// For the picture of the body alone: all else is a page of plain forms.
export const handle = {
  hydrate: ({ form, step, closed }: Route.ComponentProps["loaderData"]) =>
    closed === null && form.questions.some(({ id, type }) => type === "body" && (step === "all" || step === id)),
};

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

// What a browser keeps of a page says nothing of health.
export const meta: Route.MetaFunction = (at) => privateMeta(at, "Before your appointment");

export default function HealthFormPage({ loaderData, actionData }: Route.ComponentProps) {
  const { path, phone, closed } = loaderData;
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
        <OpenForm view={loaderData} reply={reply} />
      )}
      <p className="mt-6">
        <LinkButton to={path} look="outline" size="small" reloadDocument>
          See your appointment
        </LinkButton>
      </p>
    </div>
  );
}

type View = Route.ComponentProps["loaderData"];
type Unsent = Extract<Reply, { typed: Fields }> | null;

function OpenForm({ view, reply }: { view: View; reply: Unsent }) {
  const { path, form, consent, draft, last, isDone, withdrawn, isResumed } = view;
  const errors = reply?.kind === "invalid" ? reply.errors : {};
  const step = reply ? stepOf(reply, form) : view.step;
  const isFirst = ["start", "all", pagesOf(form)[0]?.id].includes(step);
  const props = { form, errors, consent, typed: { ...draft, ...reply?.typed } };
  return (
    <>
      {isFirst && <Intro isWhole={step === "all"} path={path} />}
      {withdrawn && isFirst && (
        <Notice className="mt-6">
          Your consent was withdrawn on {withdrawn}. What you sent before stays hidden. Send this form, and a new record
          begins.
        </Notice>
      )}
      {isResumed && !reply && <p className="measure mt-3">You have begun this form. It goes on where you left it.</p>}
      {reply?.kind === "conflict" && (
        <Notice tone="warning" className="mt-6">
          The questions have changed since you opened this page. Your answers are kept below: check them, and send
          again.
        </Notice>
      )}
      {reply?.kind === "invalid" && <ErrorSummary errors={errors} />}
      {step === "start" ? (
        <Start last={last} isDone={isDone} path={path} />
      ) : step === "all" ? (
        <WholeForm {...props} />
      ) : (
        <FormStep key={step} {...props} step={step} />
      )}
    </>
  );
}

/** Where what was sent stands again: its page, or the whole form where what is missing stands elsewhere. */
function stepOf({ typed, ...reply }: NonNullable<Unsent>, form: HealthForm): string {
  const page = pagesOf(form).find(({ id }) => id === typed.step);
  if (!page) return "all";
  const names = [page.id, ...page.questions.map(({ id }) => id), ...fieldsOfPage(page)];
  const isHere = reply.kind === "conflict" || Object.keys(reply.errors).every((name) => names.includes(name));
  return isHere ? page.id : "all";
}

function Intro({ isWhole, path }: { isWhole: boolean; path: string }) {
  return (
    <p className="measure mt-3">
      Only the therapists who treat you read your answers, once you have sent them. Until then they are sealed so that
      this device alone opens them: stop when you like, and go on before your appointment.{" "}
      <a href={`${path}/form?step=${isWhole ? "1" : "all"}`} className="prose-link">
        {isWhole ? "One page after the other" : "All questions on one page"}
      </a>
    </p>
  );
}

function Start({ last, isDone, path }: { last: string | null; isDone: boolean; path: string }) {
  return (
    <>
      {isDone && <p className="measure mt-3">Your form is here. To change it, fill it in again.</p>}
      {last && !isDone && <Unchanged last={last} />}
      <p className="mt-6">
        <LinkButton to={`${path}/form?step=1`} look="outline" reloadDocument>
          Fill in the form again
        </LinkButton>
      </p>
    </>
  );
}

const CLOSED = {
  cancelled: "This appointment is cancelled, so there is nothing to fill in. Questions? Call",
  over: "This appointment has begun, so this form is closed. Questions? Call",
  shut: "The form can’t be saved right now. Your appointment is still booked. Call before you come:",
};

type Phone = { href: string; label: string };

function Done({ isUrgent, phone }: { isUrgent: boolean; phone: Phone }) {
  return (
    <>
      <p className="measure mt-3">Thank you. That is all, and your appointment is still booked.</p>
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
