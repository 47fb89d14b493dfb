import { data, Form, href, redirect } from "react-router";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { pressTestMail } from "#app/site/go-live/try-mail-server.server.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/test-mail.ts";

export async function loader({ url }: Route.LoaderArgs) {
  return { code: url.searchParams.get("code") ?? "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { fields } = await sentTo(request);
  const outcome = await pressTestMail(appContextOf(context), actorOf(context), fields.code ?? "");
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "not-found") {
    return data(
      { message: "A later test email has replaced this one. Select the link in the latest one." },
      { status: 410 },
    );
  }
  throw redirect(href("/admin/go-live"), 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Test email");

export default function TestMail({ loaderData: { code }, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/go-live")}>Going live</BackLink>
      <PageHeading title="The test email arrived" intro="Confirm below to complete this step." />
      {actionData && (
        <Notice tone="danger" live className="mb-6">
          {actionData.message}
        </Notice>
      )}
      <Form method="post">
        <input type="hidden" name="code" value={code} />
        <Button>It arrived</Button>
      </Form>
    </div>
  );
}
