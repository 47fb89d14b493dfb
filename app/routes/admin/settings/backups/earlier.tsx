import { data, Form, href, redirect } from "react-router";
import {
  bringClientBack,
  type EarlierClient,
  type EarlierSetting,
  forgetEarlier,
  putSettingBack,
  readEarlier,
} from "#app/maintenance/earlier.server.ts";
import { HOME, localeMoment } from "#app/platform/date-time.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { may } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { settingTitle } from "#app/routes/admin/admin-counts.server.ts";
import { refusedAs, sentTo, unconfirmed } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { Button, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/earlier.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "change", "settings")) throw refusedAs("forbidden");
  const earlier = await readEarlier(app);
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const moment = (at: number) => localeMoment(at, zone, HOME);
  return {
    isDone: new URL(request.url).searchParams.has("done"),
    earlier: earlier && {
      madeAt: moment(earlier.madeAt),
      until: moment(earlier.until),
      clients: earlier.clients,
      settings: earlier.settings.map((setting) => ({ ...setting, title: settingTitle(setting.key) })),
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const actor = actorOf(context);
  const { intent, fields, version } = await sentTo(request);
  const outcome =
    intent === "setting"
      ? await putSettingBack(app, actor, { key: fields.key ?? "", version })
      : intent === "client"
        ? await bringClientBack(app, actor, fields.id ?? "")
        : intent === "forget"
          ? await forgetEarlier(app, actor)
          : { kind: "not-found" as const };
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "unconfirmed") throw unconfirmed(request);
  if (outcome.kind === "saved") throw redirect(`${href("/admin/settings/backups/earlier")}?done`, 303);
  const isClient = outcome.kind === "conflict" && intent === "client";
  const refused = isClient
    ? "Another client has this email address or phone number now. Open that client instead."
    : outcome.kind === "conflict"
      ? "Someone changed this setting while you were looking. Check it below, then put it back."
      : "That is no longer different. Check the list below.";
  return data({ refused }, { status: outcome.kind === "conflict" ? 409 : 422 });
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "An earlier state");

export default function EarlierState({ loaderData: { earlier, isDone }, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-3xl space-y-6">
      <SettingHeading
        title="An earlier state"
        intro={earlier ? `This is how it was on ${earlier.madeAt}. Choose what to bring back.` : undefined}
      />
      {actionData?.refused && (
        <Notice tone="danger" live>
          {actionData.refused}
        </Notice>
      )}
      {isDone && !actionData && (
        <Notice tone="success" live>
          Done. Visitors see it straight away.
        </Notice>
      )}
      {earlier ? (
        <>
          <Settings settings={earlier.settings} />
          <Clients clients={earlier.clients} />
          <Form method="post" className="space-y-4 border-t border-line pt-6">
            <p>The earlier state also holds what you have deleted since, so we delete it on {earlier.until}.</p>
            <Button name="intent" value="forget" look="outline">
              Delete it now
            </Button>
          </Form>
        </>
      ) : (
        <p>
          No earlier state is here. The person who looks after the server can fetch one with{" "}
          <code className="font-[650] wrap-anywhere">npm run restore -- --from ADDRESS --look</code>. It changes nothing
          by itself.
        </p>
      )}
    </div>
  );
}

function Settings({ settings }: { settings: (EarlierSetting & { title: string })[] }) {
  return (
    <section aria-labelledby="settings" className="space-y-4 border-t border-line pt-6">
      <h2 id="settings" className="text-xl">
        Settings that have changed since
      </h2>
      {settings.length === 0 && <p>None has changed.</p>}
      {settings.map(({ key, title, version, fields }) => (
        <Form key={key} method="post" className="space-y-2 border-b border-line pb-4">
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="version" value={version} />
          <h3 className="text-lg">{title}</h3>
          {fields.map(({ name, before, present }) => (
            <p key={name} className="wrap-anywhere">
              {name}: {before || "nothing"} then, {present || "nothing"} now
            </p>
          ))}
          <Button name="intent" value="setting" look="outline" data-confirm>
            Put back {title}
          </Button>
        </Form>
      ))}
    </section>
  );
}

function Clients({ clients }: { clients: EarlierClient[] }) {
  return (
    <section aria-labelledby="clients" className="space-y-4 border-t border-line pt-6">
      <h2 id="clients" className="text-xl">
        Clients who were deleted since
      </h2>
      {clients.length === 0 && <p>None was deleted.</p>}
      {clients.length > 0 && (
        <p>
          Name, contact details and notes come back. Appointments stay without a name. If a client asked you to delete
          their data, don’t bring it back.
        </p>
      )}
      {clients.map(({ id, name, email, phone }) => (
        <Form
          key={id}
          method="post"
          className="flex flex-wrap items-center justify-between gap-4 border-b border-line pb-4"
        >
          <input type="hidden" name="id" value={id} />
          <p className="wrap-anywhere">{[name || "Unknown", email, phone].filter(Boolean).join(", ")}</p>
          <Button name="intent" value="client" look="outline" data-confirm>
            Bring back {name || "this client"}
          </Button>
        </Form>
      ))}
    </section>
  );
}
