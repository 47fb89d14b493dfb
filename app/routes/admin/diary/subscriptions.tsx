import { listSubscriptions } from "#app/diary/calendar-subscriptions.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { useOwnOnly } from "#app/ui/admin/abilities.tsx";
import { BackLink } from "#app/ui/admin/back-link.tsx";
import { ChangeButton } from "#app/ui/admin/change-button.tsx";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { CONTROL } from "#app/ui/field.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/subscriptions.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return { subscriptions: await listSubscriptions(appContextOf(context), actorOf(context)) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Calendars on a phone");

export default function Subscriptions({ loaderData }: Route.ComponentProps) {
  const isOwn = useOwnOnly()("see", "calendars");
  return (
    <>
      <BackLink to="/admin/diary">Diary</BackLink>
      <PageHeading
        title="Calendars on a phone"
        intro={`${isOwn ? "Your diary in the calendar of your phone." : "Each therapist can subscribe to their own diary."} Whoever has the address can read it: first names and times, nothing else.`}
      />
      <ul className="max-w-3xl">
        {loaderData.subscriptions.map(({ therapistId, therapistName, url }) => (
          <li key={therapistId} className="border-b border-line py-5">
            <h2 className="text-lg">{therapistName}</h2>
            {url && (
              <label className="mt-2 block text-sm">
                Address to subscribe to
                <input readOnly value={url} className={`${CONTROL} mt-1`} onFocus={(event) => event.target.select()} />
              </label>
            )}
            <div className="mt-3 flex flex-wrap gap-2">
              {url && (
                <a
                  href={url.replace(/^https?:/, "webcal:")}
                  className="prose-link inline-flex min-h-11 items-center pr-3"
                >
                  Subscribe on this device
                </a>
              )}
              <ChangeButton
                change={{ action: "/admin/diary/subscriptions/change", fields: { make: therapistId } }}
                ask={url ? renewQuestion(therapistName) : undefined}
                label={`${url ? "New address" : "Make an address"}: ${therapistName}`}
              >
                {url ? "New address" : "Make an address"}
              </ChangeButton>
              {url && (
                <ChangeButton
                  look="quiet"
                  change={{ action: "/admin/diary/subscriptions/change", fields: { revoke: therapistId } }}
                  ask={revokeQuestion(therapistName)}
                  label={`Revoke: ${therapistName}`}
                >
                  Revoke
                </ChangeButton>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function renewQuestion(name: string) {
  return {
    title: "Make a new address?",
    body: `${name}'s present address stops working at once. They have to subscribe again.`,
    keep: "Keep the present one",
    doIt: "Make a new address",
  };
}

function revokeQuestion(name: string) {
  return {
    title: "Revoke this address?",
    body: `Whoever has subscribed to ${name}'s diary sees nothing new from now on.`,
    keep: "Keep it",
    doIt: "Revoke address",
  };
}
