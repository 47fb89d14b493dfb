import { data, Form, href, Link } from "react-router";
import { type AnswerOutcome, answerProposal, listProposals, type Proposal } from "#app/calendars/proposals.server.ts";
import { localeMoment, localeTime } from "#app/platform/date-time.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { givenName } from "#app/platform/person-name.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { CALL_THEM } from "#app/settings/no-mail.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { useFreshEvery } from "#app/ui/admin/use-fresh-every.ts";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/proposals.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { locale } = requestInfoOf(context);
  const { proposals, zone } = await listProposals(appContextOf(context), actorOf(context));
  const moment = (at: number) => localeMoment(at, zone, locale);
  return proposals.map(({ start, end, to, email, ...proposal }) => ({
    ...proposal,
    who: proposal.name || "Unknown",
    booked: moment(start),
    // An event that was only made longer or shorter has the same start.
    to: to && (to.start === start ? `to end at ${localeTime(to.end, zone, locale)}` : `to ${moment(to.start)}`),
    isLonger: to !== null && to.start === start && to.end !== end,
    hasEmail: email !== null,
  }));
}

type Reply = {
  tone: "success" | "warning" | "info";
  words: string[];
  /** Warned: the same answer again goes ahead. */
  again: Record<string, string> | null;
};

export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const form = await readFormBody(request);
  const text = (name: string) => String(form.get(name) ?? "");
  const answer = text("answer");
  if (answer !== "follow" && answer !== "restore") return reply(NOTHING, 422);
  const outcome = await answerProposal(app, actorOf(context), {
    ...{ accountId: text("account"), appointmentId: text("appointment"), version: text("version"), answer },
    ...{ seen: Number(text("seen")), despite: form.has("despite") },
  });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "warned") {
    const sent = ["account", "appointment", "version", "seen"].map((name) => [name, text(name)]);
    const again = { ...Object.fromEntries(sent), answer, despite: "on" };
    return reply({ tone: "warning", words: [...outcome.messages, "Nothing has changed yet."], again }, 409);
  }
  const { bookingRules } = (await readPractice(app)).settings;
  const { locale } = requestInfoOf(context);
  const sendsMail = await canMailLeave(app);
  const words = inWords(outcome, { sendsMail, moment: (at) => localeMoment(at, bookingRules.zone, locale) });
  const isDone = ["moved", "cancelled", "restored"].includes(outcome.kind);
  return reply({ tone: isDone ? "success" : "warning", words: [words], again: null }, isDone ? 200 : 409);
}

const NOTHING: Reply = { tone: "info", words: ["Choose what to do. Nothing has changed."], again: null };

function reply(answered: Reply, status: number) {
  return data(answered, { status });
}

type Words = { sendsMail: boolean; moment: (at: number) => string };

function inWords(
  outcome: Exclude<AnswerOutcome, { kind: "not-found" | "warned" }>,
  { sendsMail, moment }: Words,
): string {
  if (outcome.kind === "restored") return "We put the appointment back into the calendar within a minute.";
  if (outcome.kind === "conflict") return "The appointment or its event has changed since. Check it again below.";
  if (outcome.kind === "invalid") return `${outcome.message} Put the event back, or move the appointment in the diary.`;
  const withEmail = sendsMail ? "We are emailing them." : CALL_THEM;
  const contact = outcome.email ? withEmail : "There is no email address, so call them.";
  const who = outcome.name || "Unknown";
  return outcome.kind === "moved"
    ? `${who}: moved to ${moment(outcome.start)}. ${contact}`
    : `${who}: cancelled. ${contact}`;
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Changed in a calendar");

const MINUTE_MS = 60_000;

export default function Proposals({ loaderData: proposals, actionData }: Route.ComponentProps) {
  useFreshEvery(MINUTE_MS);
  return (
    <div className="max-w-3xl">
      <BackLink to="/admin">Dashboard</BackLink>
      <PageHeading
        title="Changed in a calendar"
        intro="Someone changed an appointment in a therapist’s own calendar. The booking and the client stay as they are until you answer."
      />
      {actionData && (
        <Notice key={JSON.stringify(actionData)} tone={actionData.tone} live className="mb-6">
          {actionData.words.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {actionData.again && (
            <Form method="post" className="mt-3">
              {Object.entries(actionData.again).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <Button look="outline">Move anyway</Button>
            </Form>
          )}
        </Notice>
      )}
      {proposals.length === 0 && (
        <p>Nothing to answer. Changes that someone makes in a connected calendar appear here.</p>
      )}
      <ol className="space-y-6">
        {proposals.map((proposal) => (
          <ProposalCard key={`${proposal.accountId} ${proposal.appointmentId}`} {...proposal} />
        ))}
      </ol>
    </div>
  );
}

type CardProps = Omit<Proposal, "start" | "end" | "to" | "email"> & {
  who: string;
  booked: string;
  to: string | null;
  isLonger: boolean;
  hasEmail: boolean;
};

function ProposalCard(proposal: CardProps) {
  const { appointmentId, who, booked, to, service, therapist, calendar, isLonger, hasEmail } = proposal;
  const heading = `proposal-${appointmentId}`;
  const first = givenName(who);
  const ending = hasEmail ? `and tell ${first}` : `and call ${first}`;
  const follow = to === null ? `Cancel the booking ${ending}` : `${isLonger ? "Change" : "Move"} the booking ${ending}`;
  return (
    <li className="border-l-4 border-accent bg-surface p-4" aria-labelledby={heading}>
      <h2 id={heading} className="text-lg wrap-anywhere">
        {to === null ? `${booked} was deleted` : `${booked} was moved ${to}`}
      </h2>
      <p className="mt-1 wrap-anywhere">
        <Link to={href("/admin/appointments/:id", { id: appointmentId })} className="prose-link">
          {who}
        </Link>
        , {service}, with {therapist}. Changed in {calendar}.
      </p>
      <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-3">
        <Answer proposal={proposal} answer="follow" look="strong">
          {follow}
        </Answer>
        <Answer proposal={proposal} answer="restore" look="outline">
          Put it back
        </Answer>
      </div>
    </li>
  );
}

type AnswerProps = {
  proposal: CardProps;
  answer: "follow" | "restore";
  look: "strong" | "outline";
  children: string;
};

function Answer({ proposal, answer, look, children }: AnswerProps) {
  const { accountId, appointmentId, version, sequence, who, booked } = proposal;
  return (
    <Form method="post" preventScrollReset className="min-w-0">
      <input type="hidden" name="account" value={accountId} />
      <input type="hidden" name="appointment" value={appointmentId} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="seen" value={sequence} />
      <Button
        name="answer"
        value={answer}
        look={look}
        size="small"
        className="wrap-anywhere"
        aria-label={`${children}: ${who}, ${booked}`}
      >
        {children}
      </Button>
    </Form>
  );
}
