import { href } from "react-router";
import { chooseTherapistMails, getTherapistMails } from "#app/catalogue/therapist-mails.server.ts";
import { therapistMailsForm } from "#app/catalogue/therapist-mails.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { mayWith } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { RadioChoice } from "#app/routes/admin/radio-choice.tsx";
import { useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Field, TickBox } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/mails.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const mails = await getTherapistMails(appContextOf(context).db.kysely, params.id);
  if (!mails || !mayWith(actorOf(context), ["change", "profiles"], params.id)) throw refusedAs("not-found");
  const { id, name, version, ...chosen } = mails;
  return { id, name, version, stored: fieldsOf(chosen) };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const sent = await sentTo(request);
  const form = readFields(therapistMailsForm, sent.fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  const change = { id: params.id, version: sent.version, mails: form.value };
  const outcome = await chooseTherapistMails(appContextOf(context), actorOf(context), change);
  if (outcome.kind === "conflict") {
    const { address, choice, whenEmpty, version } = outcome.current;
    return stale(sent, { theirs: { address, choice, whenEmpty }, version });
  }
  if (outcome.kind !== "saved") throw refusedAs(outcome.kind);
  throw saved(href("/admin/therapists/:id/mails", { id: params.id }));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `Emails to ${at.loaderData?.name ?? "a therapist"}`);

const LABELS = { address: "Email address", choice: "Which emails", whenEmpty: "Also when nothing is booked" };

const CHOICES = [
  { value: "none", words: "None" },
  { value: "each", words: "Each straight away", about: "Booked, moved, cancelled or back again." },
  {
    value: "evening",
    words: "Tomorrow’s, at six in the evening",
    about: "In the order of the day. Changes to today, or to tomorrow after that email, come straight away.",
  },
];

export default function TherapistMails({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, stored, version } = loaderData;
  const isOwn = useOwnOnly()("see", "profiles");
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/therapists/:id", { id })}>{name}</BackLink>
      <PageHeading
        title={isOwn ? "Your emails" : `Emails to ${name}`}
        intro={`About ${isOwn ? "your" : "their"} own appointments: when, how long, and the client’s first name with an initial.`}
      />
      <SavedNotice />
      <EditForm stored={stored} version={version} reply={actionData} labels={LABELS}>
        {({ field, tick, errors }) => (
          <div className="space-y-4">
            <Field
              label={LABELS.address}
              hint="Only for these emails. Visitors never see it."
              type="email"
              autoComplete="off"
              {...field("address")}
            />
            <RadioChoice name="choice" title={LABELS.choice} choices={CHOICES} {...{ field, errors }} />
            <TickBox
              {...tick("whenEmpty")}
              hint={`In the evening before a day on which ${isOwn ? "you" : "they"} work.`}
            >
              {LABELS.whenEmpty}
            </TickBox>
          </div>
        )}
      </EditForm>
    </div>
  );
}
