import { data, href, redirect } from "react-router";
import { type DemoGoing, getDemoGoing } from "#app/demo/end-demo.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { listAlternateDays, readPractice } from "#app/practice/read-practice.server.ts";
import { type OpenRequest, openRequest } from "#app/routes/account/identity.server.ts";
import { refusedAs, sentTo } from "#app/routes/admin/edit-reply.ts";
import { bookTest } from "#app/site/go-live/book-test.server.ts";
import { scoreOf } from "#app/site/go-live/checklist.ts";
import type { ChecklistAction } from "#app/site/go-live/checklist-item.ts";
import { ChecklistView, ProgressBars, progressSentence } from "#app/site/go-live/checklist-view.tsx";
import { chooseForOpening } from "#app/site/go-live/choose-for-opening.server.ts";
import { getChecklist } from "#app/site/go-live/get-checklist.server.ts";
import { getSwitch } from "#app/site/go-live/opening.server.ts";
import { OpeningSwitch } from "#app/site/go-live/opening-switch.tsx";
import { sendTestMail } from "#app/site/go-live/try-mail-server.server.ts";
import { PageHeading, SavedNotice } from "#app/ui/admin/page-heading.tsx";
import { LinkButton, Notice } from "#app/ui/controls.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/go-live.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { app, actor, locale } = openRequest(context, "see", "settings");
  const goes = await getDemoGoing(app, actor);
  const opening = await getSwitch(app);
  const { bookingRules } = (await readPractice(app)).settings;
  const alternate = await listAlternateDays(app, localDateOf(app.clock.now(), bookingRules.zone));
  return { groups: await getChecklist(app, locale, alternate), goes, opening };
}

type Act = (app: OpenRequest["app"], actor: OpenRequest["actor"]) => Promise<{ kind: string; reason?: string }>;

const ACTIONS: Record<ChecklistAction, Act> = {
  "keep-drawings": (app, actor) => chooseForOpening(app, actor, { keepsDrawings: true }),
  "show-films": (app, actor) => chooseForOpening(app, actor, { showsFilms: true }),
  "hide-films": (app, actor) => chooseForOpening(app, actor, { showsFilms: false }),
  "send-test-mail": sendTestMail,
  "book-test": bookTest,
};

export async function action({ request, context }: Route.ActionArgs) {
  const { app, actor } = openRequest(context);
  const { intent } = await sentTo(request);
  const act = Object.hasOwn(ACTIONS, intent) ? ACTIONS[intent as ChecklistAction] : null;
  if (!act) return data({ message: "That is no line of the checklist." }, { status: 422 });
  const outcome = await act(app, actor);
  if (outcome.kind === "forbidden") throw refusedAs("forbidden");
  if (outcome.kind === "not-found" || outcome.kind === "refused") {
    return data({ message: "The test could not be booked: check hours and services." }, { status: 409 });
  }
  throw redirect(href("/admin/go-live"), 303);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Going live");

export default function GoLive({ loaderData: { groups, goes, opening }, actionData }: Route.ComponentProps) {
  return (
    <div className="max-w-[60rem]">
      <PageHeading
        title="Going live"
        intro={`${progressSentence(scoreOf(groups))} Steps tick themselves when they are done.`}
      >
        <ProgressBars {...scoreOf(groups)} />
      </PageHeading>
      <SavedNotice />
      {actionData && (
        <Notice tone="danger" live className="mt-6">
          {actionData.message}
        </Notice>
      )}
      <section aria-labelledby="open-to-visitors" className="mt-6 border-t border-edge pt-5">
        <h2 id="open-to-visitors" className="mb-2 text-xl">
          Open to visitors
        </h2>
        <OpeningSwitch {...opening} from="go-live" />
      </section>
      {goes && <DemoPractice goes={goes} />}
      <ChecklistView groups={groups} />
    </div>
  );
}

function DemoPractice({ goes }: { goes: DemoGoing }) {
  return (
    <section aria-labelledby="demo-practice" className="mt-6 rounded-sm bg-wash px-5 py-4">
      <h2 id="demo-practice" className="text-lg">
        You are looking at sample data
      </h2>
      <p className="mt-1 max-w-prose">
        {goes.clients > 0 &&
          `${goes.clients} sample clients, ${goes.appointments} appointments and ${goes.messages} messages make the site look alive. `}
        Start with your own practice and the demo goes. What you have changed stays.
      </p>
      <p className="mt-3">
        <LinkButton to="/admin/settings/demo" look="outline" size="small">
          See what goes and what stays
        </LinkButton>
      </p>
    </section>
  );
}
