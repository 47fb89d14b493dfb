import { redirect } from "react-router";
import { choicesFrom } from "#app/appointments/booking/scheduler/choices.ts";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { worksHere } from "#app/platform/permissions.ts";
import { readablePhone } from "#app/platform/phone-number.ts";
import { canMailLeave } from "#app/practice/read-practice.server.ts";
import { actorOf, identityOf } from "#app/routes/account/identity.server.ts";
import { PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { joinOnline, viewJoining } from "#app/routes/book/waiting/joining.server.ts";
import { Joining } from "#app/routes/book/waiting/joining.tsx";
import { openingFor, phoneOf } from "#app/routes/website/shell.server.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/join.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (await openingFor(context)) throw redirect("/book", 303);
  const { service, minutes, therapist, day } = choicesFrom(url.searchParams);
  const view = await viewJoining(context, { service: service ?? "", minutes, therapist, day });
  const search = `/book?${queryFrom({ service, minutes, therapist, day })}`;
  // Its page says what can be chosen.
  if (!view) throw redirect(service ? search : "/book", 303);
  const { user, actor } = identityOf(context);
  const own = user && !worksHere(actor) ? user : null;
  return {
    view,
    search,
    action: `${url.pathname}${url.search}`,
    person: {
      ...{ name: own?.username ?? "", email: own?.email ?? "" },
      phone: own?.phone ? readablePhone(own.phone) : "",
    },
    // The link that proves an address can't be sent.
    isShut: !(own?.emailVerified || worksHere(actor) || (await canMailLeave(app))),
    phone: await phoneOf(app),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  if (await openingFor(context)) throw redirect("/book", 303);
  return joinOnline(context, { form: await readFormBody(request), actor: actorOf(context) });
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Wait for a time");

export default function Join({ loaderData, actionData }: Route.ComponentProps) {
  const { view, search, action, person, isShut, phone } = loaderData;
  return (
    <Joining
      view={view}
      reply={actionData}
      typed={person}
      action={action}
      change={search}
      isShut={isShut}
      phone={phone}
    />
  );
}
