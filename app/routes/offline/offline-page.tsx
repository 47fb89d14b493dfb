import { OfflineFrame } from "#app/offline/offline-frame.tsx";
import { OFFLINE_PAGE } from "#app/offline/offline-pages.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { copyHeaders, marked } from "#app/routes/offline/offline-answer.server.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/offline-page.ts";

export const handle = { copy: true };

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const { zone } = (await readPractice(app)).settings.bookingRules;
  return marked(context, { path: OFFLINE_PAGE, zone, content: null });
}

export const headers: Route.HeadersFunction = copyHeaders;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "You are offline");

/** Shown for a page without a copy, and for a form that could not be sent. */
export default function OfflinePage() {
  return (
    <OfflineFrame title="You’re offline">
      <p className="measure mt-4 text-lg">
        This device has no copy of the page, and nothing was sent. It is there again when you are online.
      </p>
    </OfflineFrame>
  );
}
