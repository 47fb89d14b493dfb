import { href, Link } from "react-router";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { PAGES } from "#app/site/page-words.ts";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ context }: Route.LoaderArgs) {
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  return null;
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Words");

export default function WordsList() {
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Words" intro="What each page says. Policies are among them." />
      <ul className="divide-y divide-line border-y border-line">
        {Object.entries(PAGES).map(([page, { title, address }]) => (
          <li key={page} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
            <Link to={href("/admin/settings/words/:page", { page })} className="prose-link font-[650]">
              {title}
            </Link>
            <span className="ml-auto text-ink-soft">{address}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
