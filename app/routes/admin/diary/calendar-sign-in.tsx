import { data, Form, href, Link, redirect } from "react-router";
import { COMPANIES, type Company, isCompany } from "#app/calendars/calendar-account.ts";
import { finishSignIn, listSignIns, readBegun, SIGN_IN_ENDED } from "#app/calendars/sign-in.server.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { mayInPerson, requireScope, within } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, saved } from "#app/routes/admin/edit-reply.ts";
import { useMay } from "#app/ui/admin/abilities.tsx";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, buttonClasses, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/calendar-sign-in.ts";

const PAGE = "/admin/diary/subscriptions/sign-in/:company";

/** Where a sign-in begins, and where its company sends it back to: nothing is connected before a button is pressed. */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const { company } = params;
  if (!isCompany(company)) throw refusedAs("not-found");
  if (!mayInPerson(actor, "change", "calendars")) throw refusedAs("forbidden");
  const scope = requireScope(actor, "change", "calendars");
  const all = (await readPractice(app)).therapists.map(({ id, name }) => ({ therapistId: id, name }));
  const therapists = within(scope, all);
  const nameOf = (id: string) => therapists.find(({ therapistId }) => therapistId === id)?.name ?? "";
  const therapistIds = therapists.map(({ therapistId }) => therapistId);
  const links = await listSignIns(app, actor, { company, therapistIds });
  if (links === null) return { company, kind: "off" as const };
  const query = (name: string) => url.searchParams.get(name) ?? "";
  const [state, code, error] = [query("state"), query("code"), query("error")];
  const begun = state ? readBegun(app, actor, state) : null;
  if (begun?.company === company && code)
    return { company, kind: "back" as const, name: nameOf(begun.therapistId), state, code };
  const signIns = links.map(({ therapistId, url: address }) => ({ name: nameOf(therapistId), address }));
  const words = error === "access_denied" ? DENIED : state || error ? SIGN_IN_ENDED : null;
  return { company, kind: "begin" as const, signIns, words };
}

const DENIED = "Nothing is connected, as you did not allow it on the page there.";

export async function action({ request, params, context }: Route.ActionArgs) {
  const [app, actor] = [appContextOf(context), actorOf(context)];
  const { company } = params;
  if (!isCompany(company)) throw refusedAs("not-found");
  if (!mayInPerson(actor, "change", "calendars")) throw refusedAs("forbidden");
  const form = await readFormBody(request);
  const [state, code] = [String(form.get("state") ?? ""), String(form.get("code") ?? "")];
  const outcome = await finishSignIn(app, actor, { company, state, code });
  if (outcome.kind === "not-found") throw refusedAs("not-found");
  if (outcome.kind === "invalid") return data({ message: outcome.message }, { status: 422 });
  const page = href("/admin/diary/subscriptions/account/:id", { id: outcome.id });
  throw outcome.kind === "changed" ? saved(page) : redirect(page, 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Connect a calendar");

export default function CalendarSignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { company } = loaderData;
  const mayRegister = useMay()("change", "settings");
  const title = COMPANIES[company];
  const page = href(PAGE, { company });
  return (
    <div className="max-w-3xl">
      <BackLink to="/admin/diary/subscriptions">Calendars</BackLink>
      <PageHeading
        title={`Connect a ${title} calendar`}
        intro="The main calendar blocks online bookings, with others if you choose them. Appointments go into a new calendar of their own."
      />
      {actionData && (
        <Notice tone="warning" live className="mb-6">
          <p>{actionData.message}</p>
          <p className="mt-2">
            <Link to={page} className="prose-link">
              Sign in with {title} again
            </Link>
          </p>
        </Notice>
      )}
      {loaderData.kind === "off" && (
        <Notice>
          An owner sets this up first, under Settings,{" "}
          {mayRegister ? (
            <Link to="/admin/settings/calendar-apps" className="prose-link">
              Calendar sign-in
            </Link>
          ) : (
            "Calendar sign-in"
          )}
          .
        </Notice>
      )}
      {loaderData.kind === "back" && !actionData && (
        <Form method="post" action={page}>
          <p className="mb-4">
            You have signed in with {title}. Connect this calendar to {loaderData.name}’s diary?
          </p>
          <input type="hidden" name="state" value={loaderData.state} />
          <input type="hidden" name="code" value={loaderData.code} />
          <Button>Connect {loaderData.name}’s calendar</Button>
        </Form>
      )}
      {loaderData.kind === "begin" && <Begin {...loaderData} hasFailed={actionData !== undefined} />}
    </div>
  );
}

type BeginProps = {
  company: Company;
  words: string | null;
  signIns: readonly { name: string; address: string }[];
  hasFailed: boolean;
};

function Begin({ company, words, signIns, hasFailed }: BeginProps) {
  return (
    <>
      {words && !hasFailed && (
        <Notice tone="warning" className="mb-6">
          {words}
        </Notice>
      )}
      <ul className="mb-6 list-disc space-y-2 pl-5">
        {PERMISSIONS[company].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <ul className="space-y-3">
        {signIns.map(({ name, address }) => (
          <li key={name}>
            <a href={address} className={buttonClasses({ look: "outline" })}>
              Sign in with {COMPANIES[company]} for {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const PERMISSIONS: Record<Company, readonly string[]> = {
  google: [
    "Google asks for three permissions. Allow all three.",
    "We see when you are busy, and never what your events are called.",
    "We write only into the calendar that we make, and can’t change your other ones.",
    "We see the names of your calendars only so that you can choose more of them. Without that permission the main one blocks.",
  ],
  microsoft: [
    "Microsoft asks whether we may read and change your calendars, as it has no smaller permission.",
    "We read only when you are busy, and store no title.",
    "We write only into the calendar that we make.",
  ],
};
