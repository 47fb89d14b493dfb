import { data, Form, href, Link, redirect, useSearchParams } from "react-router";
import { type FieldErrors, type Fields, readFields } from "#app/platform/form-fields.ts";
import { mayInPerson } from "#app/platform/permissions.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { InviteList, PeopleList } from "#app/routes/admin/settings/people/people-lists.tsx";
import { type TherapistChoice, viewPeople } from "#app/routes/admin/settings/people/people-view.server.ts";
import { RolesFields } from "#app/routes/admin/settings/people/roles-fields.tsx";
import { inOrderOfFields, inviteForm } from "#app/team/invite.form.ts";
import { type InviteOutcome, inviteAgain, invitePerson, withdrawInvite } from "#app/team/invite-person.server.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { PageTabs } from "#app/ui/admin/page-tabs.tsx";
import { Button, ErrorSummary, Field, LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/people.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context);
  if (!mayInPerson(actor, "see", "users")) throw refusedAs("forbidden");
  const dates = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long" });
  return { self: actor.userId, ...(await viewPeople(app, { self: actor.userId, dates })) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const { fields, intent } = await sentTo(request);
  if (intent === "again") return answer(request, fields, await inviteAgain(app, actor, fields.id ?? ""), "again");
  if (intent === "withdraw") {
    const outcome = await withdrawInvite(app, actor, fields.id ?? "");
    return outcome.kind === "withdrawn" ? done("withdrawn") : answer(request, fields, outcome, "withdrawn");
  }
  const read = readFields(inviteForm, fields);
  if (read.kind === "invalid") return refused(fields, { errors: inOrderOfFields(read.errors) });
  return answer(request, fields, await invitePerson(app, actor, read.value), "invited");
}

function answer(request: Request, fields: Fields, outcome: InviteOutcome, what: keyof typeof DONE) {
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "sent") return done(what);
  if (outcome.kind === "limited") {
    const headers = { "Retry-After": String(outcome.retryAfterSeconds) };
    return refused(fields, { message: outcome.message, status: 429, headers });
  }
  if (outcome.kind === "not-found") return refused(fields, { message: GONE, status: 404 });
  return refused(fields, { errors: { [outcome.field]: outcome.message } });
}

const GONE = "This invitation has been used or withdrawn.";

// While no mail can leave.
const BY_HAND = {
  invited: "Email is not set up yet. Copy the link below and give it to them yourself.",
  again: "Email is not set up yet. Copy the new link below and give it to them yourself. The old link no longer works.",
} as const;

const DONE = {
  invited: "We have emailed the invitation.",
  again: "We have emailed a new link. The old link no longer works.",
  withdrawn: "Invitation withdrawn.",
  left: "This person has left the team.",
} as const;

function doneIn(saved: string | null, sendsMail: boolean): string {
  const byHand = sendsMail ? undefined : BY_HAND[saved as keyof typeof BY_HAND];
  return byHand ?? DONE[saved as keyof typeof DONE] ?? "Saved.";
}

function done(what: keyof typeof DONE) {
  return redirect(`${href("/admin/settings/people")}?saved=${what}`, 303);
}

type Refusal = { errors?: FieldErrors; message?: string; status?: number; headers?: HeadersInit };

function refused(typed: Fields, { errors = {}, message, status = 422, headers }: Refusal) {
  return data({ typed, errors, message: message ?? null }, { status, headers });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "People");

export default function People({
  loaderData: { self, people, invites, therapists },
  actionData,
}: Route.ComponentProps) {
  const [query] = useSearchParams();
  const sendsMail = useSendsMail();
  const isTeam = people.length > 0;
  const errors = actionData?.errors ?? {};
  const isInviting = query.has("invite") || Object.keys(errors).length > 0;
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings")}>All settings</BackLink>
      <PageHeading
        title="People"
        intro={
          isTeam
            ? "Who works here, and what each may do."
            : "You are the only one here. People you invite sign in themselves and see what their role needs."
        }
      >
        {!isInviting && (
          <LinkButton to="?invite" preventScrollReset look={isTeam ? "outline" : "primary"} size="small">
            Invite
          </LinkButton>
        )}
      </PageHeading>
      <PageTabs
        label="Users"
        tabs={[
          { to: href("/users"), title: "Everyone with an account", open: false },
          { to: href("/admin/settings/people"), title: "People who work here", open: true },
        ]}
      />
      <SavedNotice>{doneIn(query.get("saved"), sendsMail)}</SavedNotice>
      {actionData?.message && (
        <Notice tone="danger" live className="mb-6">
          {actionData.message}
        </Notice>
      )}
      {isInviting && <InviteForm therapists={therapists} typed={actionData?.typed ?? {}} errors={errors} />}
      {isTeam ? <PeopleList people={people} /> : <OwnRole self={self} />}
      {isTeam && (
        <p className="mb-8">
          <Link to={href("/admin/settings/people/rules")} className="prose-link inline-flex min-h-11 items-center">
            What therapists may do
          </Link>
        </p>
      )}
      {invites.length > 0 && <InviteList invites={invites} />}
    </div>
  );
}

function OwnRole({ self }: { self: string }) {
  return (
    <p className="mb-8 max-w-xl">
      Do you give treatments yourself?{" "}
      <Link to={href("/admin/settings/people/:id", { id: self })} className="prose-link">
        Choose which therapist you are
      </Link>
    </p>
  );
}

type Props = { therapists: readonly TherapistChoice[]; typed: Fields; errors: FieldErrors };

function InviteForm({ therapists, typed, errors }: Props) {
  return (
    <section aria-labelledby="invite" className="mb-8 rounded-lg border border-line bg-surface p-5">
      <h2 id="invite" className="mb-4 text-lg">
        Invite someone
      </h2>
      <Form method="post" noValidate className="max-w-xl space-y-5">
        {Object.keys(errors).length > 0 && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
        <Field
          name="email"
          type="email"
          label="Their email address"
          hint="The link works once, for seven days, and only for this address."
          autoFocus
          autoComplete="off"
          required
          defaultValue={typed.email ?? ""}
          error={errors.email}
        />
        <RolesFields legend="Their role" values={typed} errors={errors} therapists={therapists} />
        <Button name="intent" value="invite" data-confirm>
          {useSendsMail() ? "Send invitation" : "Make an invitation link"}
        </Button>{" "}
        <LinkButton to={href("/admin/settings/people")} look="quiet">
          Cancel
        </LinkButton>
      </Form>
    </section>
  );
}
