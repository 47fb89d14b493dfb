import { data, Form, href, redirect } from "react-router";
import { readUpdates, requestUpdate, type Updates } from "#app/maintenance/updates.server.ts";
import { HOME, localeMoment } from "#app/platform/date-time.ts";
import { fieldsFrom } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/updates.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return viewUpdates(await readUpdates(app), zone);
}

export async function action({ request, context }: Route.ActionArgs) {
  const { version = "" } = fieldsFrom(await readFormBody(request));
  const outcome = await requestUpdate(appContextOf(context), actorOf(context), { version });
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "saved") throw redirect(href("/admin/settings/updates"), 303);
  return data({ refused: "That release is no longer the newest. Check the one below." }, { status: 422 });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Updates");

type View = Omit<Updates, "checkedAt" | "requestedAt" | "last" | "newer"> & {
  checkedAt: string | null;
  requestedAt: string | null;
  last: { at: string; words: string; isGood: boolean } | null;
  newer: { version: string; changelog: string } | null;
};

function viewUpdates({ checkedAt, requestedAt, last, newer, ...updates }: Updates, zone: string): View {
  const moment = (at: number) => localeMoment(at, zone, HOME);
  return {
    ...updates,
    newer: newer && { version: newer.version, changelog: newer.changelog },
    checkedAt: checkedAt === null ? null : moment(checkedAt),
    requestedAt: requestedAt === null ? null : moment(requestedAt),
    last: last && { at: moment(last.at), words: last.words, isGood: last.kind === "updated" },
  };
}

export default function UpdatesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { installed, last, requestedAt } = loaderData;
  return (
    <div className="max-w-3xl space-y-6">
      <SettingHeading title="Updates" intro={`Version ${installed} is installed.`} />
      {actionData?.refused && (
        <Notice tone="danger" live>
          {actionData.refused}
        </Notice>
      )}
      {last && (
        <Notice tone={last.isGood ? "success" : "danger"}>
          <p className="font-[650]">The last update, on {last.at}</p>
          <p className="mt-1 wrap-anywhere">{last.words}</p>
        </Notice>
      )}
      {requestedAt === null ? (
        <Newer {...loaderData} />
      ) : (
        <Notice live>
          <p className="font-[650]">You asked for the update on {requestedAt}</p>
          <p className="mt-1">
            The server starts it within a minute. If nothing happens, the person who looks after the server has not set
            that up yet. The steps are in docs/operations.md, under Updates.
          </p>
        </Notice>
      )}
    </div>
  );
}

function Newer({ hasFeed, fault, newer, checkedAt }: Pick<View, "hasFeed" | "fault" | "newer" | "checkedAt">) {
  if (!hasFeed) {
    return (
      <p>
        We don’t look for newer versions, because no address is set for them. The person who looks after the server can
        set RELEASE_FEED. Asking there sends nothing about your practice.
      </p>
    );
  }
  if (newer) return <Release {...newer} />;
  if (checkedAt === null) return <p>We look for a newer version within the hour.</p>;
  if (fault)
    return (
      <Notice tone="warning">
        We can’t tell if there is a newer version. {fault} We asked on {checkedAt}.
      </Notice>
    );
  return <p>This is the newest version. We asked on {checkedAt}.</p>;
}

function Release({ version, changelog }: { version: string; changelog: string }) {
  return (
    <section aria-labelledby="newer" className="space-y-4 border-t border-line pt-6">
      <h2 id="newer" className="text-xl">
        Version {version} is ready
      </h2>
      <pre className="font-sans whitespace-pre-wrap wrap-anywhere">{changelog}</pre>
      <p>
        We make a backup, install the new version beside this one and book an appointment on a copy of your data. Only
        if that works do we switch, which takes a few seconds. If the new version then fails, we go back by ourselves.
      </p>
      <Form method="post">
        <input type="hidden" name="version" value={version} />
        <Button data-confirm>Update to {version}</Button>
      </Form>
    </section>
  );
}
