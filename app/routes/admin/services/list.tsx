import { data, Form, href, Link } from "react-router";
import { type EditedService, listEditedServices } from "#app/catalogue/edit-catalogue.db.server.ts";
import { moveInList, setServiceActive } from "#app/catalogue/edit-catalogue.server.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { priceInProse } from "#app/platform/money-words.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { LATER_PRICE } from "#app/routes/admin/services/service-form.tsx";
import { DataTable } from "#app/ui/admin/data-table.tsx";
import { OrderButtons, OrderStale } from "#app/ui/admin/order-buttons.tsx";
import { PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";
import type { Route } from "./+types/list.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { services: await listEditedServices(appContextOf(context).db.kysely) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const { fields, intent } = await sentTo(request);
  const id = fields.id ?? "";
  const by = intent === "up" ? -1 : 1;
  const outcome =
    intent === "up" || intent === "down"
      ? await moveInList(app, actorOf(context), { list: "services", id, by, at: versionFrom(fields.at) })
      : await setServiceActive(app, actorOf(context), { id, active: intent === "show" });
  if (outcome.kind === "conflict") return data(outcome, { status: 409 });
  if (outcome.kind !== "changed") throw refusedAs(outcome.kind);
  throw saved(href("/admin/services"));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Services");

export default function Services({ loaderData, actionData }: Route.ComponentProps) {
  const { services } = loaderData;
  return (
    <>
      <PageHeading title="Services" intro="Visitors see services in this order.">
        <LinkButton to={href("/admin/services/home")} look="outline" size="small">
          On the home page
        </LinkButton>
        <LinkButton to={href("/admin/therapists")} look="outline" size="small">
          Therapists
        </LinkButton>
        <LinkButton to={href("/admin/services/new")} size="small">
          Add a service
        </LinkButton>
      </PageHeading>
      <SavedNotice />
      {actionData?.kind === "conflict" && <OrderStale />}
      {services.length === 0 ? (
        <p>No services yet. What you add here can be booked.</p>
      ) : (
        <DataTable
          caption="Services"
          rows={services}
          keyOf={(service) => service.id}
          nameOf={(service) => service.title}
          columns={[
            { title: "Title", cell: (service) => <Title service={service} />, place: "lead" },
            { title: "Lengths", cell: lengthsInWords, place: "line" },
            { title: "Booked", cell: bookingInWords },
            {
              title: "On the website",
              place: "aside",
              cell: ({ active }) => !active && <StatusTag look="plain">Hidden</StatusTag>,
            },
            {
              title: "Actions",
              place: "actions",
              cell: (service) => <Actions service={service} places={services.length} at={services.indexOf(service)} />,
            },
          ]}
        />
      )}
    </>
  );
}

function Title({ service }: { service: EditedService }) {
  return (
    <Link to={href("/admin/services/:id", { id: service.id })} className="prose-link font-[650]">
      {service.title}
    </Link>
  );
}

/** A service of earlier releases, or one whose therapists have left, is not bookable although it says so. */
function bookingInWords({ booking, lengths, therapistIds }: EditedService): string {
  if (booking !== "online") return "By enquiry";
  if (lengths.length === 0) return "Not bookable: no length";
  return therapistIds.length === 0 ? "Not bookable: no therapist" : "Online";
}

function lengthsInWords({ lengths }: EditedService): string {
  const words = lengths.map(({ minutes, pricePence }) => `${minutes} min ${priceInProse(pricePence)}`);
  return words.join(", ") || "None";
}

function Actions({ service, at, places }: { service: EditedService; at: number; places: number }) {
  const { id, title, active, lengths } = service;
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap gap-1">
      <input type="hidden" name="id" value={id} />
      <OrderButtons name={title} at={at} places={places} />
      <Button
        name="intent"
        value={active ? "hide" : "show"}
        look="outline"
        size="small"
        aria-label={`${active ? "Hide" : "Show"} ${title}`}
      >
        {active ? "Hide" : "Show"}
      </Button>
      {lengths.length > 0 && (
        <LinkButton
          to={`${href("/admin/services/:id", { id })}?${LATER_PRICE}`}
          look="outline"
          size="small"
          aria-label={`Add later price: ${title}`}
        >
          Add later price
        </LinkButton>
      )}
    </Form>
  );
}
