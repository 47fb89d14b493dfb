import { href, Link } from "react-router";
import { listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { saveTherapist } from "#app/catalogue/edit-catalogue.server.ts";
import { therapistForm, therapistFormOf } from "#app/catalogue/service.form.ts";
import { getTherapistMails } from "#app/catalogue/therapist-mails.server.ts";
import { listMissing } from "#app/diary/stranded/therapists.server.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { covers, scopeFor } from "#app/platform/permissions.ts";
import { openRequest } from "#app/routes/account/identity.server.ts";
import { invalid, previewed, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { OwnPicture } from "#app/routes/admin/picture-panel.tsx";
import { MissingNotice } from "#app/routes/admin/therapists/missing-notice.tsx";
import { TherapistForm } from "#app/routes/admin/therapists/therapist-form.tsx";
import { useMay, useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/edit.ts";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { app, actor } = openRequest(context);
  const therapists = await listEditedTherapists(app.db.kysely);
  const scope = scopeFor(actor, "see", "profiles");
  const therapist = therapists.find(({ id }) => id === params.id && covers(scope, id));
  if (!therapist) throw refusedAs("not-found");
  const missing = (await listMissing(app)).get(therapist.id) ?? [];
  const mails = (await getTherapistMails(app.db.kysely, therapist.id))?.choice ?? "none";
  return { therapist, missing, mails, stored: fieldsOf(therapistFormOf(therapist)) };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const sent = await sentTo(request);
  const form = readFields(therapistForm, sent.fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  if (sent.intent === "preview") return previewed(sent);
  const change = { id: params.id, version: sent.version, draft: form.value };
  const outcome = await saveTherapist(app, actor, change);
  if (outcome.kind === "conflict") {
    return stale(sent, { theirs: therapistFormOf(outcome.current), version: outcome.current.version });
  }
  if (outcome.kind !== "saved") throw refusedAs(outcome.kind);
  throw saved(href("/admin/therapists/:id", { id: params.id }));
}

const MAILS_IN_WORDS = { none: "none", each: "each straight away", evening: "tomorrow’s, at six in the evening" };

export const meta: Route.MetaFunction = (at) => privateMeta(at, `${at.loaderData?.therapist.name ?? "Therapist"}`);

export default function EditTherapist({ loaderData, actionData }: Route.ComponentProps) {
  const { therapist, missing, mails, stored } = loaderData;
  const can = useMay();
  const isOwn = useOwnOnly()("see", "profiles");
  const { id, name, active, picture, version } = therapist;
  return (
    <div className="max-w-3xl">
      {can("change", "services") && <BackLink to={href("/admin/therapists")}>All therapists</BackLink>}
      <PageHeading title={name} intro={active ? undefined : "Can’t be booked at present."}>
        {can("see", "hours") && (
          <LinkButton to={href("/admin/hours/:therapistId", { therapistId: id })} look="outline" size="small">
            Hours
          </LinkButton>
        )}
      </PageHeading>
      <SavedNotice />
      {missing.length > 0 && can("change", "services") && <MissingNotice id={id} missing={missing} />}
      <TherapistForm stored={stored} version={version} reply={actionData} />
      <p className="mt-8 border-t border-line pt-5">
        <Link to={href("/admin/therapists/:id/mails", { id })} className="prose-link font-[650]">
          Emails about {isOwn ? "your" : "their"} appointments
        </Link>
        : {MAILS_IN_WORDS[mails]}
      </p>
      <OwnPicture list="therapists" {...{ id, name, picture }} />
    </div>
  );
}
