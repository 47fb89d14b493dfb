import { DevicesList } from "#app/routes/account/notifications/devices-list.tsx";
import { answerDevices, viewDevices } from "#app/routes/account/notifications/notifications-page.server.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";
import type { Route } from "./+types/notifications.ts";

export const handle = { hydrate: true };

export async function loader({ context }: Route.LoaderArgs) {
  return { view: await viewDevices(context, "reminders") };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerDevices(request, context);
}

export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex",
});

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Reminders on your devices");

export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap py-10 lg:py-14">
      <h1 className="text-3xl">Reminders on your devices</h1>
      <p className="measure mt-3 mb-8 text-ink-soft">
        {useSendsMail() ? "Beside the email, this device can" : "This device can"} remind you of an appointment. It
        shows when it is, and nothing else. It ends when you log out.{" "}
        <a href="/my-appointment" className="prose-link">
          Your appointments
        </a>
      </p>
      <DevicesList view={loaderData.view} reply={actionData ?? null} />
    </div>
  );
}
