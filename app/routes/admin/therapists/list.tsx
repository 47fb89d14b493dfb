import { data, Form, href, Link } from "react-router";
import { type EditedTherapist, listEditedTherapists } from "#app/catalogue/edit-catalogue.db.server.ts";
import { moveInList } from "#app/catalogue/edit-catalogue.server.ts";
import { listMissing, setTherapistActive } from "#app/diary/stranded/therapists.server.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved, sentTo } from "#app/routes/admin/edit-reply.ts";
import { acceptedIn, StrandedNotice, type StrandedReply } from "#app/routes/admin/hours/stranded-notice.tsx";
import { MissingNotice } from "#app/routes/admin/therapists/missing-notice.tsx";
import { DataTable } from "#app/ui/admin/data-table.tsx";
import { OrderButtons, OrderStale } from "#app/ui/admin/order-buttons.tsx";
import { PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { Button, LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";
import type { Route } from "./+types/list.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { bookingRules } = (await readPractice(app)).settings;
  const missing = await listMissing(app);
  return { therapists: await listEditedTherapists(app.db.kysely), missing, zone: bookingRules.zone };
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const actor = actorOf(context);
  const { fields, intent } = await sentTo(request);
  const id = fields.id ?? "";
  if (intent === "up" || intent === "down") {
    const by = intent === "up" ? -1 : 1;
    const moved = await moveInList(app, actor, { list: "therapists", id, by, at: versionFrom(fields.at) });
    if (moved.kind === "conflict") return data(moved, { status: 409 });
    if (moved.kind !== "changed") throw refusedAs(moved.kind);
    throw saved(href("/admin/therapists"));
  }
  const change = { therapistId: id, active: intent === "show", accepted: acceptedIn(fields) };
  const outcome = await setTherapistActive(app, actor, change);
  if (outcome.kind === "strands") {
    return data<StrandedReply>({ ...outcome, typed: { id, intent } }, { status: 409 });
  }
  if (outcome.kind !== "changed") throw refusedAs(outcome.kind === "forbidden" ? "forbidden" : "not-found");
  throw saved(href(outcome.stranded.length > 0 ? "/admin/stranded" : "/admin/therapists"));
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Therapists");

export default function Therapists({ loaderData, actionData }: Route.ComponentProps) {
  const { therapists, missing, zone } = loaderData;
  return (
    <>
      <PageHeading title="Therapists" intro="Visitors see therapists in this order.">
        <LinkButton to={href("/admin/therapists/new")} size="small">
          Add a therapist
        </LinkButton>
      </PageHeading>
      <SavedNotice />
      {actionData?.kind === "conflict" && <OrderStale />}
      {actionData?.kind === "strands" && (
        <StrandedNotice stranded={actionData} zone={zone} goAhead="Stop bookings, and keep these" />
      )}
      {therapists.map(
        ({ id, name }) =>
          missing.has(id) && <MissingNotice key={id} {...{ id, name }} missing={missing.get(id) ?? []} />,
      )}
      {therapists.length === 0 ? (
        <p>No therapists yet. Add yourself first if you give treatments.</p>
      ) : (
        <DataTable
          caption="Therapists"
          rows={therapists}
          keyOf={({ id }) => id}
          nameOf={({ name }) => name}
          columns={[
            { title: "Name", cell: (therapist) => <Name therapist={therapist} />, place: "lead" },
            { title: "Role", cell: ({ role }) => role, place: "line" },
            {
              title: "Bookable",
              place: "aside",
              cell: ({ id, active }) => <Bookable active={active} isMissing={missing.has(id)} />,
            },
            {
              title: "Actions",
              place: "actions",
              cell: (therapist) => (
                <Actions therapist={therapist} at={therapists.indexOf(therapist)} places={therapists.length} />
              ),
            },
          ]}
        />
      )}
    </>
  );
}

function Name({ therapist: { id, name } }: { therapist: EditedTherapist }) {
  return (
    <Link to={href("/admin/therapists/:id", { id })} className="prose-link font-[650]">
      {name}
    </Link>
  );
}

function Bookable({ active, isMissing }: { active: boolean; isMissing: boolean }) {
  if (!active) return <StatusTag look="plain">No</StatusTag>;
  return <StatusTag look={isMissing ? "waiting" : "good"}>{isMissing ? "Not yet" : "Yes"}</StatusTag>;
}

type Row = { therapist: EditedTherapist; at: number; places: number };

function Actions({ therapist: { id, name, active }, at, places }: Row) {
  const words = active ? "Stop bookings" : "Take bookings";
  return (
    <div className="flex flex-wrap gap-1">
      <Form method="post" preventScrollReset className="flex flex-wrap gap-1">
        <input type="hidden" name="id" value={id} />
        <OrderButtons name={name} at={at} places={places} />
        <Button
          name="intent"
          value={active ? "hide" : "show"}
          look="outline"
          size="small"
          aria-label={`${words}: ${name}`}
        >
          {words}
        </Button>
      </Form>
      <LinkButton
        to={href("/admin/hours/:therapistId", { therapistId: id })}
        look="outline"
        size="small"
        aria-label={`Hours of ${name}`}
      >
        Hours
      </LinkButton>
    </div>
  );
}
