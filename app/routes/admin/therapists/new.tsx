import { href } from "react-router";
import { therapistForm } from "#app/catalogue/service.form.ts";
import { addTherapist } from "#app/diary/stranded/therapists.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, previewed, refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { TherapistForm } from "#app/routes/admin/therapists/therapist-form.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/new.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await sentTo(request);
  const form = readFields(therapistForm, sent.fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  if (sent.intent === "preview") return previewed(sent);
  const outcome = await addTherapist(appContextOf(context), actorOf(context), form.value);
  if (outcome.kind !== "added") throw refusedAs("forbidden");
  throw saved(href("/admin/therapists/:id", { id: outcome.id }));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Add a therapist");

export default function NewTherapist({ actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <PageHeading
        title="Add a therapist"
        intro="Works your opening hours until you change them. A photo and services come next."
      />
      <TherapistForm stored={{}} version={0} reply={actionData} />
    </div>
  );
}
