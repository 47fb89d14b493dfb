import { data, redirect } from "react-router";
import { answerChoice, viewChoice } from "#app/health/leaving/departure.server.ts";
import { choicePath } from "#app/health/leaving/departures.db.server.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { consumeLinkLimit } from "#app/routes/account/link-limit.server.ts";
import { linkPageHeaders } from "#app/routes/account/link-page-headers.ts";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/choice.ts";

/** A GET changes nothing: mail programs follow links by themselves. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const choice = await viewChoice(app.db.kysely, params.token);
  if (!choice) throw data(null, { status: 404 });
  const { therapist, answer, isClosed } = choice;
  return { therapist, answer, isClosed, practice: (await readPractice(app)).settings.business.name };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const limit = await consumeLinkLimit(app, requestInfoOf(context).clientAddress);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    return data({ alert: "Too many attempts. Wait ten minutes, then try again." }, { status: 429, headers });
  }
  const outcome = await answerChoice(app, params.token, String((await readFormBody(request)).get("answer") ?? ""));
  if (outcome.kind === "not-found") throw data(null, { status: 404 });
  if (outcome.kind === "invalid") return data({ alert: outcome.message }, { status: 422 });
  if (outcome.kind === "conflict") return data({ alert: "Nothing was changed." }, { status: 409 });
  throw redirect(choicePath(params.token), 303);
}

export const headers: Route.HeadersFunction = linkPageHeaders;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your choice");

/** Whether what a therapist wrote goes with them. It shows nothing of it, and not of whom it is. */
export default function Choice({ loaderData, actionData }: Route.ComponentProps) {
  const { therapist, answer, isClosed, practice } = loaderData;
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="measure space-y-5">
        <h1 className="text-3xl">{therapist} is leaving</h1>
        {actionData && (
          <Notice id="answer" tone="danger" live>
            {actionData.alert}
          </Notice>
        )}
        <p>
          {therapist} worked for themselves at {practice}. The record of your treatments with {therapist} is theirs and
          not that of {practice}.
        </p>
        <ul className="list-disc space-y-2 pl-5">
          <li>
            <b>It goes with {therapist}</b>: they get it in a sealed file, and go on keeping it. Once they have it, it
            is deleted here, and no one here can read or restore it.
          </li>
          <li>
            <b>It stays</b>: it is closed to everyone here, also to {therapist}, and kept, sealed, for as long as
            insurers ask, and then destroyed. You can still read it in your account.
          </li>
        </ul>
        <p>Your appointments with others at {practice} do not change. No answer is fine, too: then it stays.</p>
        {isClosed ? (
          <p>
            <b>
              {answer === "follows"
                ? `You chose that it goes with ${therapist}.`
                : `It stays at ${practice}, closed to everyone.`}
            </b>{" "}
            This can no longer be changed here.
          </p>
        ) : (
          <>
            {answer && (
              <Notice live>
                {answer === "follows" ? `It goes with ${therapist}.` : "It stays."} You can change this until{" "}
                {therapist} has left.
              </Notice>
            )}
            <form method="post" action="#answer" className="flex flex-wrap gap-3">
              <Button name="answer" value="follows" look={answer === "stays" ? "outline" : undefined}>
                It goes with {therapist}
              </Button>
              <Button name="answer" value="stays" look="outline">
                It stays
              </Button>
            </form>
          </>
        )}
      </div>
    </div>
  );
}
