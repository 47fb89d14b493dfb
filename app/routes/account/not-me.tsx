import { data } from "react-router";
import { dropReportedBookings } from "#app/appointments/booking/confirm-hold.server.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { consumeLinkLimit } from "#app/routes/account/link-limit.server.ts";
import { linkPageHeaders } from "#app/routes/account/link-page-headers.ts";
import { Button, LinkButton } from "#app/ui/controls.tsx";
import { FocusHeading } from "#app/ui/focus-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/not-me.ts";

export function loader({ url }: Route.LoaderArgs) {
  return { mail: url.searchParams.get("mail") ?? "", token: url.searchParams.get("token") ?? "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const form = await readFormBody(request);
  const [mail = "", token = ""] = ["mail", "token"].map((name) => String(form.get(name) ?? ""));
  const limit = await consumeLinkLimit(app, requestInfoOf(context).clientAddress);
  if (limit.kind === "limited") {
    const headers = { "Retry-After": String(limit.retryAfterSeconds) };
    return data({ title: "Too many attempts", words: "Wait ten minutes, then try again." }, { status: 429, headers });
  }
  const outcome = await dropReportedBookings(app, { mail, token });
  if (outcome.kind === "not-found") return data(DEAD, { status: 410 });
  return data(DROPPED);
}

const DEAD = { title: "This link no longer works", words: "Nothing waits for it any longer. You need do nothing." };

const DROPPED = {
  title: "Thank you. Nothing is booked by those links.",
  words: "Every booking with your address that waited for a link has been dropped. You need do nothing else.",
};

export const headers: Route.HeadersFunction = linkPageHeaders;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "This was not me");

export default function NotMe({ loaderData, actionData }: Route.ComponentProps) {
  const { mail, token } = loaderData;
  return (
    <div className="wrap py-10 lg:py-14">
      <div className="measure">
        <FocusHeading key={actionData?.title} className="mb-6 text-3xl">
          {actionData?.title ?? "This was not you?"}
        </FocusHeading>
        {actionData ? (
          <>
            <p className="mb-6">{actionData.words}</p>
            <LinkButton reloadDocument to="/">
              Go to the home page
            </LinkButton>
          </>
        ) : (
          <form method="post" className="space-y-5">
            <p>
              Someone has used your email address to book here. Select the button, and every booking that waits for a
              link in your email is dropped.
            </p>
            <input type="hidden" name="mail" value={mail} />
            <input type="hidden" name="token" value={token} />
            <Button look="danger">This was not me</Button>
          </form>
        )}
      </div>
    </div>
  );
}
