import { data, Form, href } from "react-router";
import { listEditedServices, listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { deleteService, saveService } from "#app/catalogue/edit-catalogue.server.ts";
import { serviceForm, serviceFormOf } from "#app/catalogue/service.form.ts";
import { chargesVat } from "#app/payments/sellers.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { invalid, previewed, refusedAs, saved, sentTo, stale } from "#app/routes/admin/edit-reply.ts";
import { OwnPicture } from "#app/routes/admin/picture-panel.tsx";
import { LATER_PRICE, ServiceForm } from "#app/routes/admin/services/service-form.tsx";
import { BackLink, PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/edit.ts";

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const db = app.db.kysely;
  const service = (await listEditedServices(db)).find(({ id }) => id === params.id);
  if (!service) throw refusedAs("not-found");
  const therapists = (await listEditedTherapists(db)).filter(({ active }) => active);
  const asksVat = await chargesVat(app);
  const { vat, ...stored } = service;
  const year = Number(localDateOf(app.clock.now(), "UTC").slice(0, 4));
  return {
    ...{ service, stored: fieldsOf(serviceFormOf(asksVat ? { ...stored, vat } : stored)), therapists },
    january: `${year + 1}-01-01`,
    addsPrice: url.searchParams.has(LATER_PRICE),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const sent = await sentTo(request);
  if (sent.intent === "delete") {
    const deleted = await deleteService(appContextOf(context), actorOf(context), params.id);
    if (deleted.kind === "conflict") return data({ kind: "in-use" as const }, { status: 409 });
    if (deleted.kind !== "changed") throw refusedAs(deleted.kind);
    throw saved(href("/admin/services"));
  }
  const form = readFields(serviceForm, sent.fields);
  if (form.kind === "invalid") return invalid(sent, form.errors);
  if (sent.intent === "preview") return previewed(sent);
  const change = { id: params.id, version: sent.version, draft: form.value };
  const outcome = await saveService(appContextOf(context), actorOf(context), change);
  if (outcome.kind === "conflict") {
    const { vat, ...theirs } = outcome.current;
    const current = sent.fields.vat === undefined ? theirs : { ...theirs, vat };
    return stale(sent, { theirs: serviceFormOf(current), version: theirs.version });
  }
  if (outcome.kind === "invalid") return invalid(sent, outcome.errors);
  if (outcome.kind !== "saved") throw refusedAs(outcome.kind);
  throw saved(href("/admin/services/:id", { id: params.id }));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, `${at.loaderData?.service.title ?? "Service"}`);

export default function EditService({ loaderData, actionData }: Route.ComponentProps) {
  const { service, stored, therapists, january, addsPrice } = loaderData;
  const isInUse = actionData?.kind === "in-use";
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/services")}>All services</BackLink>
      <PageHeading title={service.title} intro={service.active ? undefined : "Hidden from visitors."} />
      <SavedNotice />
      <ServiceForm
        stored={stored}
        version={service.version}
        reply={isInUse ? null : actionData}
        therapists={therapists}
        looks={service}
        january={january}
        addsPrice={addsPrice}
      />
      <OwnPicture list="services" id={service.id} picture={service.picture} name={service.title} />
      <details open={isInUse} className="mt-12 border-t border-line pt-4">
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          Delete this service
        </summary>
        {isInUse ? (
          <Notice tone="danger" live="alert" className="mt-3">
            This service has been booked, sold or waited for, so it can’t be deleted. Hide it in the list of services:
            visitors no longer see it, and its past stays.
          </Notice>
        ) : (
          <Form method="post" className="mt-3 space-y-3">
            <p>Only a service that no one has ever booked can be deleted. You can’t undo this.</p>
            <Button name="intent" value="delete" look="danger" size="small">
              Delete for good
            </Button>
          </Form>
        )}
      </details>
    </div>
  );
}
