import { href, Link } from "react-router";
import { PAGES } from "#app/content/page-words.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Words");

export default function WordsList() {
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Words" intro="What each page says. Policies are among them." />
      <ul className="divide-y divide-line border-y border-line">
        {Object.entries(PAGES).map(([page, { title, address }]) => (
          <li key={page} className="flex items-baseline justify-between gap-4 py-3">
            <Link to={href("/admin/settings/words/:page", { page })} className="prose-link font-[650]">
              {title}
            </Link>
            <span className="text-ink-soft">{address}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
