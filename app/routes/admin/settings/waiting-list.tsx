import { Form, href, redirect } from "react-router";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { type SettingPage, savedSetting, viewSetting } from "#app/routes/admin/settings/setting-page.server.ts";
import { waitingListForm } from "#app/settings/schemas/waiting-list.ts";
import { EditForm } from "#app/ui/admin/edit-form.tsx";
import { Button, Field } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { switchWaitingList } from "#app/waiting-list/switch.server.ts";
import type { Route } from "./+types/waiting-list.ts";

const page = (): SettingPage<"waitingList", typeof waitingListForm> => ({
  key: "waitingList",
  form: waitingListForm,
  formOf: ({ holdMinutes }) => ({ holdMinutes }),
  next: (stored, value) => ({ ...stored, ...value }),
  address: href("/admin/settings/waiting-list"),
});

export async function loader({ context }: Route.LoaderArgs) {
  const view = await viewSetting(context, page());
  const { on } = (await readPractice(appContextOf(context))).settings.waitingList;
  return { on, ...view };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { intent } = await sentTo(request.clone());
  if (intent !== "on" && intent !== "off") return savedSetting({ request, context }, page());
  const outcome = await switchWaitingList(appContextOf(context), actorOf(context), intent === "on");
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  return redirect(href("/admin/settings/waiting-list"), 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Waiting list");

const LABELS = { holdMinutes: "Minutes that a time is kept for one person" };

export default function WaitingListSetting({ loaderData, actionData }: Route.ComponentProps) {
  const { on, ...view } = loaderData;
  return (
    <div className="max-w-3xl">
      <SettingHeading
        title="Waiting list"
        intro="When a time comes free, we keep it for someone on the list and tell them."
      />
      <Form method="post" className="space-y-3">
        <p>{on ? "People can wait for a time." : "Off: no page shows a waiting list."}</p>
        <Button name="intent" value={on ? "off" : "on"} look={on ? "outline" : "primary"}>
          {on ? "Stop the waiting list" : "Start a waiting list"}
        </Button>
        {on && (
          <p className="text-ink-soft">
            Stopping frees every time that is kept for an offer. The people on the list stay on it.
          </p>
        )}
      </Form>
      {on && (
        <section aria-labelledby="offers" className="mt-8 border-t border-line pt-6">
          <h2 id="offers" className="mb-4 text-xl">
            Offers
          </h2>
          <EditForm {...view} reply={actionData} labels={LABELS}>
            {({ field }) => (
              <Field
                label={LABELS.holdMinutes}
                {...field("holdMinutes")}
                inputMode="numeric"
                hint="15 to 240, in steps of 5. A time within 24 hours goes to three people at once, and the first to book gets it."
              />
            )}
          </EditForm>
        </section>
      )}
    </div>
  );
}
