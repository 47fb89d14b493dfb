import { href } from "react-router";
import { saveService } from "#app/catalogue/edit-catalogue.server.ts";
import { serviceForm } from "#app/catalogue/service.form.ts";
import { chargesVat } from "#app/payments/sellers.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, previewed, refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { ServiceForm } from "#app/routes/admin/services/service-form.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/new.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  return { therapists: (await readPractice(app)).therapists, vat: (await chargesVat(app)) ? "standard" : null };
}

export async function action({ request, context }: Route.ActionArgs) {
  const sent = await sentTo(request);
  const form = readFields(serviceForm, sent.fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  if (sent.intent === "preview") return previewed(sent);
  const outcome = await saveService(appContextOf(context), actorOf(context), {
    id: null,
    version: 0,
    draft: form.value,
  });
  if (outcome.kind === "invalid") return invalid(sent, outcome.errors);
  if (outcome.kind !== "saved") throw refusedAs("forbidden");
  throw saved(href("/admin/services/:id", { id: outcome.id }));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Add a service");

const EMPTY = {
  category: "Massage",
  booking: "online",
  place: "grid",
  venue: "practice",
  bufferBefore: "0",
  bufferAfter: "15",
  firstExtra: "0",
};

export default function NewService({ loaderData, actionData }: Route.ComponentProps) {
  const { therapists, vat } = loaderData;
  const [only, ...others] = therapists;
  const empty = vat ? { ...EMPTY, vat } : EMPTY;
  const stored = only && others.length === 0 ? { ...empty, [`therapists.${only.id}`]: "on" } : empty;
  return (
    <div className="max-w-3xl">
      <PageHeading title="Add a service" />
      <ServiceForm stored={stored} version={0} reply={actionData} therapists={therapists} looks={null} />
    </div>
  );
}
