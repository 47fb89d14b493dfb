import { data, Form, href, Link, redirect } from "react-router";
import { WhichField } from "#app/diary/booking/which-field.tsx";
import { decideDates, decideRecord } from "#app/moving/firebase/decide-record.server.ts";
import type { LastTry } from "#app/moving/firebase/last-try.db.server.ts";
import { decisionFrom } from "#app/moving/firebase/review-choice.ts";
import { timeOf } from "#app/platform/wall-time.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { viewFirebase } from "#app/routes/admin/import/firebase-view.server.ts";
import { inNumbers } from "#app/routes/admin/import/import-words.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Pagination } from "#app/ui/admin/pagination.tsx";
import { Button, ErrorSummary, Field, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/firebase.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { app } = openRequest(context, "see", "imports");
  const page = Math.max(1, Math.min(9_999, Number.parseInt(url.searchParams.get("page") ?? "1", 10) || 1));
  return viewFirebase(app, page);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const { fields } = await sentTo(request);
  const { source = "", choice = "", day = "", time = "", which = "" } = fields;
  if (choice === "day-first" || choice === "month-first") {
    const outcome = await decideDates(app, actor, choice);
    if (outcome.kind === "forbidden") throw refusedAs("forbidden");
    throw decided();
  }
  const decision = decisionFrom({ choice, day, time, which });
  if (decision.kind === "invalid") return refused({ source, day, time, asksWhich: false }, decision.message);
  const outcome = await decideRecord(app, actor, { source, decision });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "refused") {
    const { asksWhich = false } = outcome;
    // An offered time is not typed: it goes into the fields, beside which to choose.
    const wall = decision.kind === "take" ? { day: decision.day, time: timeOf(decision.minute) } : { day, time };
    return refused({ source, ...wall, asksWhich }, outcome.message);
  }
  throw decided();
}

type Typed = { source: string; day: string; time: string; asksWhich: boolean };

function refused(typed: Typed, message: string) {
  return data({ typed, message }, { status: 422 });
}

function decided() {
  return redirect(`${href("/admin/import/firebase")}?saved`, 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "From Firebase");

export default function FromFirebase({ loaderData: view, actionData }: Route.ComponentProps) {
  const refusal = actionData ?? null;
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/import")}>Import</BackLink>
      <PageHeading
        title="From Firebase"
        intro="Your old site’s accounts, with their passwords, and its appointments."
      />
      <SavedNotice>Decided.</SavedNotice>
      {refusal && (
        <ErrorSummary key={JSON.stringify(refusal)} errors={{ [`day-${refusal.typed.source}`]: refusal.message }} />
      )}
      {view.tried && <FirebaseTried tried={view.tried} when={view.triedWhen} />}
      {!view.hasMoved && <FirebaseSteps />}
      {view.hasMoved && <Moved view={view} />}
      {view.waiting > 0 && (
        <section aria-labelledby="waiting" className="mt-10">
          <h2 id="waiting" className="text-xl">
            {inNumbers(view.waiting)} to decide
          </h2>
          <p className="mt-1 text-ink-soft">We don’t guess. What you leave here for 90 days is left out.</p>
          {view.hasTwoDates && <AllDates />}
          <FirebaseReview review={view.review} refusal={refusal} />
          <Pagination page={view.page} pageSize={view.pageSize} total={view.waiting} noun="to decide" />
        </section>
      )}
    </div>
  );
}

type PageData = Route.ComponentProps["loaderData"];

function Moved({ view: { users, appointments, leftOut, passwords, isShut, admins } }: { view: PageData }) {
  return (
    <>
      {isShut && (
        <Notice tone="warning" className="mb-6">
          The old passwords can’t be compared on this machine: bring the file “sealing-key” of the old data folder (or
          SEALING_KEY) along, or run the command again with the hash parameters. Until then these people need “Forgot
          Password?”.
        </Notice>
      )}
      <ul className="space-y-1">
        <li>Accounts here: {inNumbers(users)}</li>
        <li>Appointments here: {inNumbers(appointments)}</li>
        {leftOut > 0 && <li>Left out: {inNumbers(leftOut)}</li>}
        {passwords.imported > 0 && <li>Not logged in yet since the move: {inNumbers(passwords.imported)}</li>}
        {passwords.none > 0 && (
          <li>Without a password (their first try emails them a link for a new one): {inNumbers(passwords.none)}</li>
        )}
      </ul>
      {admins.length > 0 && (
        <Notice className="mt-6">
          <p className="font-[650]">Admins on the old site, ordinary accounts here:</p>
          <ul className="mt-1">
            {admins.map(({ id, name, email }) => (
              <li key={id} className="wrap-anywhere">
                {name}, {email}
              </li>
            ))}
          </ul>
          <p className="mt-1">
            Give them a role under{" "}
            <Link to={href("/users")} className="prose-link">
              Users
            </Link>{" "}
            if they still work with you.
          </p>
        </Notice>
      )}
    </>
  );
}

function AllDates() {
  return (
    <Form method="post" className="mt-4 flex flex-wrap items-center gap-3">
      <span>All dates that may be two days:</span>
      <Button name="choice" value="day-first" look="outline" size="small">
        The day is first
      </Button>
      <Button name="choice" value="month-first" look="outline" size="small">
        The month is first
      </Button>
    </Form>
  );
}

type Waiting = Awaited<ReturnType<typeof viewFirebase>>["review"][number];
type Refusal = { typed: { source: string; day: string; time: string; asksWhich: boolean }; message: string } | null;

/** What waits for a decision, each with its own choices. */
function FirebaseReview({ review, refusal }: { review: Waiting[]; refusal: Refusal }) {
  return (
    <ul className="mt-4">
      {review.map((waiting) => (
        <li key={waiting.source} className="border-t border-line py-5">
          <Record waiting={waiting} refusal={refusal?.typed.source === waiting.source ? refusal : null} />
        </li>
      ))}
    </ul>
  );
}

function Record({ waiting, refusal }: { waiting: Waiting; refusal: Refusal }) {
  const { source, name, why, stood, duplicate, isAppointment, offered, canMerge } = waiting;
  return (
    <>
      <h3 className="text-lg wrap-anywhere">{name}</h3>
      <p>
        {why}.{" "}
        {duplicate && (
          <Link to={href("/admin/appointments/:id", { id: duplicate })} className="prose-link">
            See that one
          </Link>
        )}
      </p>
      <p className="text-sm text-ink-soft wrap-anywhere">It says: {stood || "nothing"}</p>
      <Form method="post" className="mt-3 flex flex-wrap gap-3">
        <input type="hidden" name="source" value={source} />
        {offered.map(({ value, words }) => (
          <Button key={value} name="choice" value={value} look="outline" size="small">
            {words}
          </Button>
        ))}
        {canMerge && (
          <Button name="choice" value="merge" look="outline" size="small">
            {isAppointment ? "It is the same one" : "It is the same person"}
          </Button>
        )}
        <Button name="choice" value="leave-out" look="quiet" size="small">
          Leave out
        </Button>
      </Form>
      {isAppointment && <Another waiting={waiting} refusal={refusal} />}
    </>
  );
}

/** A form of its own: Enter in it must not press another choice. */
function Another({ waiting, refusal }: { waiting: Waiting; refusal: Refusal }) {
  const { source, offered, known } = waiting;
  const typed = refusal?.typed ?? known;
  return (
    <details open={refusal !== null || offered.length === 0} className="mt-2">
      <summary className="min-h-11 cursor-pointer py-2 font-[650]">Another time</summary>
      <Form method="post" noValidate className="mt-1 flex flex-wrap items-end gap-3">
        <input type="hidden" name="source" value={source} />
        <Field
          id={`day-${source}`}
          name="day"
          type="date"
          label="Date"
          defaultValue={typed?.day}
          {...(refusal && { error: refusal.message })}
        />
        <Field id={`time-${source}`} name="time" type="time" step={300} label="Time" defaultValue={typed?.time} />
        {refusal?.typed.asksWhich && <WhichField />}
        <Button name="choice" value="typed" look="outline" size="small">
          Take as typed
        </Button>
      </Form>
    </details>
  );
}

const COMMAND =
  "npm run import-firebase -- --users users.json --hash-config hash-config.txt --documents documents.json";

/** How a Firebase project moves in: three files, a look, and the move. */
function FirebaseSteps() {
  return (
    <div className="space-y-4">
      <p>
        Clients go on logging in with the passwords that they have, and find their appointments. The person who looks
        after the machine that runs this site does it there, with three files of your Firebase project:
      </p>
      <ol className="list-decimal space-y-2 pl-6">
        <li>
          <strong>users.json</strong>, the accounts: what <code>npx firebase-tools auth:export users.json</code> writes.
        </li>
        <li>
          <strong>hash-config.txt</strong>, without which no password can be compared: in the Firebase console under
          Authentication, Users, the three dots, “Password hash parameters”. Copy the whole block. It is a secret:
          delete the file at the end.
        </li>
        <li>
          <strong>documents.json</strong>, the documents “users” and “appointments” (docs/moving-in.md names three ways
          to get them).
        </li>
      </ol>
      <p>Check first. This stores nothing, and shows here what it finds:</p>
      <Command words={`${COMMAND} --dry-run`} />
      <p>Then move. What only you can decide, such as a date that may be two days, waits here:</p>
      <Command words={COMMAND} />
    </div>
  );
}

function Command({ words }: { words: string }) {
  return (
    <p className="rounded-sm border border-line bg-wash p-4 text-sm wrap-anywhere">
      <code>{words}</code>
    </p>
  );
}

/** What the last dry run found. */
function FirebaseTried({ tried, when }: { tried: LastTry; when: string }) {
  if (tried.refused) {
    return (
      <Notice tone="danger" className="mb-6">
        <p className="font-[650]">The look of {when} found no export that can be read</p>
        <p className="mt-1 wrap-anywhere">{tried.refused}</p>
      </Notice>
    );
  }
  const { users, appointments, known, review, leftOut, withoutPassword, redacted, admins } = tried;
  return (
    <Notice className="mb-6">
      <p className="font-[650]">The look of {when} stored nothing. The move would bring:</p>
      <ul className="mt-1">
        <li>
          {inNumbers(users)} accounts and {inNumbers(appointments)} appointments that are new here, {inNumbers(known)}{" "}
          that are here already
        </li>
        <li>
          {inNumbers(review)} for you to decide, {inNumbers(leftOut)} left out
        </li>
        {withoutPassword > 0 && (
          <li>{inNumbers(withoutPassword)} without a password: their first try emails them a link</li>
        )}
        {redacted > 0 && (
          <li>{inNumbers(redacted)} whose password the export hides: whoever exported may not read them</li>
        )}
        {admins > 0 && <li>{inNumbers(admins)} who were admins there, and come as ordinary accounts</li>}
      </ul>
    </Notice>
  );
}
