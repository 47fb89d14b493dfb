import { data, href, redirect } from "react-router";
import { ownClient } from "#app/health/access.server.ts";
import { lastDayKept } from "#app/health/keeping/retention.server.ts";
import { withdrawConsent } from "#app/health/keeping/withdrawal.server.ts";
import { dayInWords } from "#app/platform/date-time.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { ownerOfRecord } from "#app/routes/account/health/own-health.server.ts";
import { PRIVATE_FORM } from "#app/routes/book/managed.server.ts";
import { Button, LinkButton } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/withdraw.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const owner = await ownerOfRecord(context);
  const clientId = owner && (await ownClient(app, owner.userId));
  if (!clientId) throw data(null, { status: 404 });
  const { name } = (await readPractice(app)).settings.business;
  return { practice: name, until: dayInWords(await lastDayKept(app, clientId), { year: true }) };
}

export async function action({ request, context }: Route.ActionArgs) {
  await readFormBody(request);
  const owner = await ownerOfRecord(context);
  const outcome = owner && (await withdrawConsent(appContextOf(context), { kind: "client", ...owner }));
  if (outcome?.kind !== "withdrawn") throw data(null, { status: 404 });
  return redirect(href("/account/health"), 303);
}

export const headers: Route.HeadersFunction = () => PRIVATE_FORM;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your record");

export default function Withdraw({ loaderData: { practice, until } }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="measure space-y-4">
        <h1 className="text-3xl">Withdraw your consent?</h1>
        <ul className="list-disc space-y-2 pl-5">
          <li>Your answers and the notes of your treatments are hidden at once from everyone at {practice}.</li>
          <li>No one there reads, changes or adds to them. You still read them in your account.</li>
          <li>They are kept, sealed, until {until}: insurers ask for that, in case of a claim.</li>
          <li>
            Your appointments are still booked. Without your answers, a treatment may not be safe, so they may ask you
            again.
          </li>
        </ul>
        <form method="post" className="flex flex-wrap gap-3">
          <Button look="danger">Withdraw my consent</Button>
          <LinkButton reloadDocument to={href("/account/health")} look="outline">
            Go back
          </LinkButton>
        </form>
      </div>
    </div>
  );
}
