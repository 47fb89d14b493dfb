import { Link } from "react-router";
import { ADAPTER_PAGES } from "#app/adapters/adapter.ts";
import { listAdapters } from "#app/adapters/adapters.db.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { SETTINGS_PAGES } from "#app/routes/admin/settings/settings-pages.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/overview.ts";

/** How each system fares that is plugged in; by the address of its page. */
export async function loader({ context }: Route.LoaderArgs) {
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const adapters = await listAdapters(appContextOf(context).db.kysely);
  return {
    states: Object.fromEntries(
      adapters.map(({ name, state }) => [ADAPTER_PAGES[name], (name === "films" ? OF_FILMS : STATES)[state]]),
    ),
  };
}

const STATES = { ok: "On, and works", failing: "On, and does not work", revoked: "On, and its key is not known" };

const OF_FILMS = { ...STATES, ok: "Looked up", failing: "A film without its picture" };

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Settings");

export default function Settings({ loaderData: { states } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title="Settings" intro="What you save shows on the public pages at the next look." />
      <ul className="grid gap-x-10 sm:grid-cols-2 xl:grid-cols-3">
        {SETTINGS_PAGES.map(({ to, title, about }) => (
          <li key={to} className="border-t border-line py-4">
            <Link to={to} className="prose-link inline-block min-h-6 text-lg font-[650]">
              {title}
            </Link>
            <p className="mt-1 text-ink-soft">{about}</p>
            {states[to] && <p className="mt-1 font-[650]">{states[to]}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
