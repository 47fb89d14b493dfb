import { scopeFor } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { DevicesList } from "#app/routes/account/notifications/devices-list.tsx";
import { answerDevices, viewDevices } from "#app/routes/account/notifications/notifications-page.server.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/notifications.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const seesAll = scopeFor(actorOf(context), "see", "appointments") === "all";
  return { view: await viewDevices(context, "practice"), seesAll };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerDevices(request, context);
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Notifications");

export default function Notifications({ loaderData: { view, seesAll }, actionData }: Route.ComponentProps) {
  const whose = seesAll ? "" : " of your own";
  return (
    <>
      <PageHeading
        title="Notifications"
        intro={`New bookings${whose}, and what is cancelled or moved today. A lock screen shows when, and never who. It ends when you log out.`}
      />
      <DevicesList view={view} reply={actionData ?? null} />
    </>
  );
}
