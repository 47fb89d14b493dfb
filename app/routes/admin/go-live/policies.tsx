import { data, Form, href, redirect } from "react-router";
import { dateInWords, localDateOf } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { markPolicyRead, POLICIES } from "#app/site/go-live/choose-for-opening.server.ts";
import { isPageKey, PAGES } from "#app/site/page-words.ts";
import { listWords } from "#app/site/words.server.ts";
import { BackLink, PageHeading } from "#app/ui/admin/page-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/policies.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const { goLive, bookingRules } = (await readPractice(app)).settings;
  const versions = new Map((await listWords(app.db.kysely)).map(({ page, version }) => [page, version]));
  return {
    pages: POLICIES.map((page) => {
      const version = versions.get(page) ?? 0;
      const read = goLive.policiesRead[page];
      const readOn = read?.version === version ? dateInWords(localDateOf(read.at, bookingRules.zone)) : null;
      return { page, version, readOn, ...PAGES[page] };
    }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { fields, version } = await sentTo(request);
  const page = POLICIES.find((one) => one === fields.page);
  if (!page || !isPageKey(page)) return data({ message: "That is none of the policies." }, { status: 422 });
  const outcome = await markPolicyRead(appContextOf(context), actorOf(context), { page, version });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "not-found") {
    return data({ message: `${PAGES[page].title} has been changed since. Read it again.` }, { status: 409 });
  }
  throw redirect(href("/admin/go-live/policies"), 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Policies to read");

export default function Policies({ loaderData: { pages }, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl">
      <BackLink to={href("/admin/go-live")}>Going live</BackLink>
      <PageHeading
        title="Policies to read"
        intro="They are our drafts, with your facts in them. Visitors rely on them: read each, and change what is not so."
      />
      {actionData && (
        <Notice tone="danger" live className="mb-6">
          {actionData.message}
        </Notice>
      )}
      <ul className="border-t border-line">
        {pages.map(({ page, title, address, version, readOn }) => (
          <li
            key={page}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-4"
          >
            <div>
              <h2 className="text-lg">{title}</h2>
              <p className="flex flex-wrap gap-x-4 text-sm">
                <a href={address} className="prose-link inline-block min-h-6">
                  Read {title}
                </a>
                <a href={href("/admin/settings/words/:page", { page })} className="prose-link inline-block min-h-6">
                  Change its words
                </a>
              </p>
            </div>
            {readOn ? (
              <p className="text-success">Read on {readOn}</p>
            ) : (
              <Form method="post">
                <input type="hidden" name="version" value={version} />
                <Button name="page" value={page} look="outline" size="small">
                  I have read it<span className="sr-only">: {title}</span>
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
