import { Link } from "react-router";
import { ADAPTER_PAGES, type Adapter } from "#app/adapters/adapter.ts";
import { listAdapters } from "#app/adapters/adapters.db.server.ts";
import { dayInWords } from "#app/platform/date-words.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { SETTINGS_PAGES } from "#app/routes/admin/settings/settings-pages.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/overview.ts";

/** How each system fares that is plugged in; by the address of its page. */
export async function loader({ context }: Route.LoaderArgs) {
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const app = appContextOf(context);
  const adapters = await listAdapters(app.db.kysely);
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const stateOf = ({ name, state, since }: Adapter) => {
    const words = (name === "films" ? OF_FILMS : STATES)[state];
    return state === "ok" ? words : `${words} since ${dayInWords(localDateOf(since, zone))}`;
  };
  return { states: Object.fromEntries(adapters.map((adapter) => [ADAPTER_PAGES[adapter.name], stateOf(adapter)])) };
}

const STATES = { ok: "On, and works", failing: "On, and has failed", revoked: "On, and has refused your key" };

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
