import { Link } from "react-router";
import { SETTINGS_PAGES } from "#app/routes/admin/settings/settings-pages.ts";
import { PageHeading } from "#app/ui/admin/page-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/overview.ts";

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Settings");

export default function Settings() {
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
          </li>
        ))}
      </ul>
    </>
  );
}
