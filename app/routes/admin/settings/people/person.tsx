import { data, Form, href, redirect } from "react-router";
import { lacksFactor } from "#app/accounts/user.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import { type FieldErrors, type Fields, readFields } from "#app/platform/form-fields.ts";
import { mayInPerson } from "#app/platform/permissions.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { type TherapistChoice, therapistChoices } from "#app/routes/admin/settings/people/people-view.server.ts";
import { RolesFields } from "#app/routes/admin/settings/people/roles-fields.tsx";
import { changeRoles, liftSuspension, type StaffOutcome, suspend } from "#app/team/change-staff.server.ts";
import { inOrderOfFields, rolesForm } from "#app/team/invite.form.ts";
import { rolesInWords } from "#app/team/role-names.ts";
import { staffOf } from "#app/team/staff.db.server.ts";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, ErrorSummary, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/person.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  if (!mayInPerson(actor, "see", "users")) throw refusedAs("forbidden");
  const user = await getUser(app.db.kysely, params.id);
  const staff = user && staffOf(user);
  if (!user || !staff) throw refusedAs("not-found");
  const { roles, therapistId, state, version } = staff;
  const stored = Object.fromEntries(roles.map((role) => [`roles.${role}`, "on"]));
  return {
    name: user.username || "Unknown User",
    email: user.email,
    suspended: state === "suspended",
    had: rolesInWords(roles),
    self: user.id === actor.userId,
    stored: { ...stored, therapist: therapistId ?? "" } as Fields,
    version,
    lacksCode: lacksFactor(user),
    therapists: await therapistChoices(app),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const { fields, version, intent } = await sentTo(request);
  const { id: userId } = params;
  const reply = (outcome: StaffOutcome) => answer({ request, id: userId, fields }, outcome);
  if (intent === "suspend") return reply(await suspend(app, actor, { userId }));
  if (intent === "readmit") return reply(await liftSuspension(app, actor, { userId }));
  const read = readFields(rolesForm, fields);
  if (read.kind === "invalid") return refused(fields, { errors: inOrderOfFields(read.errors) });
  return reply(await changeRoles(app, actor, { userId, version, ...read.value }));
}

function answer({ request, id, fields }: { request: Request; id: string; fields: Fields }, outcome: StaffOutcome) {
  switch (outcome.kind) {
    case "unconfirmed":
      throw unconfirmed(request);
    case "changed":
      return redirect(
        outcome.user.staff || outcome.user.role === "admin"
          ? `${href("/admin/settings/people/:id", { id })}?saved`
          : `${href("/admin/settings/people")}?saved=left`,
        303,
      );
    case "invalid":
      return refused(fields, { errors: { [outcome.field]: outcome.message } });
    case "refused":
      return refused(fields, { message: `${outcome.message}.`, status: 409 });
    case "conflict":
      return refused(
        {},
        {
          message: "Someone else changed this while you were editing. Check their change, then save again.",
          status: 409,
        },
      );
    case "not-found":
      return refused(fields, { message: "This person has left the team.", status: 404 });
  }
}

type Refusal = { errors?: FieldErrors; message?: string; status?: number };

function refused(typed: Fields, { errors = {}, message, status = 422 }: Refusal) {
  const isTyped = Object.keys(typed).length > 0;
  return data({ typed: isTyped ? typed : null, errors, message: message ?? null }, { status });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "A person’s roles");

export default function Person({ loaderData, actionData }: Route.ComponentProps) {
  const { name, email, suspended, had, self, stored, version, lacksCode, therapists } = loaderData;
  const errors = actionData?.errors ?? {};
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/settings/people")}>People</BackLink>
      <PageHeading title={name} intro={email} />
      <SavedNotice />
      {actionData?.message && (
        <Notice tone="danger" live className="mb-6">
          {actionData.message}
        </Notice>
      )}
      {suspended ? (
        <ReadmitForm name={name} had={had} />
      ) : (
        <>
          <RolesForm
            key={version}
            name={name}
            self={self}
            values={actionData?.typed ?? stored}
            version={version}
            lacksCode={lacksCode}
            errors={errors}
            therapists={therapists}
          />
          {!self && <SuspendForm name={name} />}
        </>
      )}
    </div>
  );
}

type RolesProps = {
  name: string;
  self: boolean;
  values: Fields;
  version: number;
  /** An owner who has no second factor yet. */
  lacksCode: boolean;
  errors: FieldErrors;
  therapists: readonly TherapistChoice[];
};

function RolesForm({ name, self, values, version, lacksCode, errors, therapists }: RolesProps) {
  return (
    <Form method="post" noValidate className="mb-8 max-w-xl space-y-5">
      {Object.keys(errors).length > 0 && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      <input type="hidden" name="version" value={version} />
      <RolesFields
        legend={`What ${self ? "you are" : `${name} is`} there for`}
        values={values}
        errors={errors}
        therapists={therapists}
      />
      <p className="text-ink-soft">
        {self ? "You are" : "They are"} signed out and log in again. Calendar addresses and emails that a role gave end
        with it. With no box selected, {self ? "you no longer work" : "they no longer work"} here.
        {self && lacksCode && " As an owner you then set up a sign-in code before you go on: have your phone at hand."}
      </p>
      <Button name="intent" value="parts" data-confirm>
        Save
      </Button>
    </Form>
  );
}

function SuspendForm({ name }: { name: string }) {
  return (
    <section aria-labelledby="suspend" className="border-t border-line pt-5">
      <h2 id="suspend" className="mb-2 text-lg">
        Suspend
      </h2>
      <p className="mb-4 max-w-xl">
        {name} is signed out at once and can open nothing on the practice’s side until you readmit them. Their account
        and their appointments stay. Emails and calendar addresses are then chosen again.
      </p>
      <Form method="post">
        <Button name="intent" value="suspend" look="danger" data-confirm>
          Suspend {name}
        </Button>
      </Form>
    </section>
  );
}

function ReadmitForm({ name, had }: { name: string; had: string }) {
  return (
    <Form method="post" noValidate className="max-w-xl space-y-5">
      <p>
        {name} is suspended. Readmitted, they have again: {had.toLowerCase()}.
      </p>
      <Button name="intent" value="readmit" data-confirm>
        Readmit {name}
      </Button>
    </Form>
  );
}
