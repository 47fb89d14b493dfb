import { Form, href, redirect } from "react-router";
import { clearReturned, getReturned } from "#app/mail/came-back.server.ts";
import { getMailView, sendAgain } from "#app/mail/mail-list.server.ts";
import { shortMoment } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { MailStateTag } from "#app/routes/admin/mail/mail-state.tsx";
import { mailTitle } from "#app/routes/admin/mail/mail-title.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/mail.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const mail = await getMailView(app, actorOf(context), { id: params.id, sends: await canMailLeave(app) });
  if (!mail) throw refusedAs("not-found");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const when = (at: number) => shortMoment(at, zone, app.clock.now());
  const title = mailTitle(mail.kind);
  const mark = mail.returned && mail.recipient ? await getReturned(app.db.kysely, mail.recipient) : null;
  const returnedAt = mail.returned && when(mail.returned.at);
  const returned = { returnedAt, isMarked: mark !== null };
  return {
    ...returned,
    mail,
    title,
    written: when(mail.createdAt),
    due: when(mail.runAt),
    sent: mail.sentAt && when(mail.sentAt),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  if ((await sentTo(request)).intent === "works") return addressWorks(context, params.id);
  const outcome = await sendAgain(appContextOf(context), actorOf(context), params.id);
  if (outcome.kind === "not-found" || outcome.kind === "forbidden") throw refusedAs(outcome.kind);
  if (outcome.kind === "waiting") throw redirect(href("/admin/mail/:id", { id: params.id }), 303);
  throw saved(href("/admin/mail/:id", { id: outcome.id }));
}

async function addressWorks(context: Route.ActionArgs["context"], id: string) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const mail = await getMailView(app, actor, { id, sends: true });
  if (!mail?.recipient) throw refusedAs("not-found");
  const outcome = await clearReturned(app, actor, { address: mail.recipient, subject: { kind: "mail", id } });
  if (outcome.kind !== "changed") throw refusedAs(outcome.kind);
  throw saved(href("/admin/mail/:id", { id }));
}

export const meta: Route.MetaFunction = (at) =>
  privateMeta(at, `${(at.loaderData as Loaded | undefined)?.mail.subject ?? "Mail"}`);

type Loaded = Route.ComponentProps["loaderData"];

export default function Mail({ loaderData }: Route.ComponentProps) {
  const { mail, title } = loaderData;
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/mail")}>All emails</BackLink>
      <PageHeading title={mail.subject ?? title} />
      <SavedNotice>{mail.state === "returned" ? "Saved." : "We send it again within a minute."}</SavedNotice>
      {mail.returned && (
        <Notice tone="danger" className="mb-6">
          <p>
            This email came back on {loaderData.returnedAt}. {mail.returned.reason}
          </p>
          {mail.returned.answer && (
            <p className="mt-1 wrap-anywhere">
              The server’s answer: <q>{mail.returned.answer}</q>
            </p>
          )}
          {loaderData.isMarked && (
            <Form method="post" className="mt-3">
              <Button name="intent" value="works" look="outline" size="small">
                It works again
              </Button>
            </Form>
          )}
        </Notice>
      )}
      {mail.lastError && (
        <Notice tone="danger" className="mb-6">
          The last attempt failed: {mail.lastError}
        </Notice>
      )}
      <Facts {...loaderData} />
      {mail.state !== "waiting" && (
        <Form method="post" className="mt-4">
          <Button look="outline">Send again</Button>
        </Form>
      )}
      {mail.isPrivate ? (
        <p className="mt-6">
          This email opens an account, so only {mail.recipient ?? "the person it is for"} can read it.
        </p>
      ) : mail.text === null ? (
        <>
          <p className="mt-6">We write this email when it is due, with the facts of that day.</p>
          {mail.state === "waiting" && <LookLink id={mail.id}>How it would read now</LookLink>}
        </>
      ) : (
        <>
          <h2 className="mt-8 mb-2 text-lg">What it says</h2>
          <div className="rounded-md border border-line bg-surface p-4 break-words whitespace-pre-wrap">
            {mail.text}
          </div>
          <LookLink id={mail.id}>Preview</LookLink>
        </>
      )}
    </div>
  );
}

function LookLink({ id, children }: { id: string; children: string }) {
  return (
    <p className="mt-3">
      <a href={href("/admin/mail/:id/looks", { id })} className="prose-link inline-flex min-h-6 items-center">
        {children}
      </a>
    </p>
  );
}

function Facts({ mail, title, written, due, sent }: Loaded) {
  const facts = [
    ["Kind", title],
    ["To", mail.recipient],
    ["From", mail.sender],
    ["Written", written],
    mail.state === "waiting" && ["Due", due],
    ["Sent", sent],
    ["Attempts", String(mail.attempts)],
  ].filter((fact): fact is [string, string] => Array.isArray(fact) && Boolean(fact[1]));
  return (
    <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 gap-y-1">
      <dt className="text-ink-soft">State</dt>
      <dd>
        <MailStateTag state={mail.state} />
      </dd>
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
