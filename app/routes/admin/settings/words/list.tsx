import { href, Link } from "react-router";
import { inventedSentences } from "#app/content/invented-sentences.ts";
import { PAGES } from "#app/content/page-words.ts";
import { listWords } from "#app/content/words.db.server.ts";
import { NotYours } from "#app/go-live/checklist-line.tsx";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { may } from "#app/platform/permissions.ts";
import { actorOf } from "#app/routes/account/identity.server.ts";
import { refusedAs } from "#app/routes/admin/edit-reply.ts";
import { SettingHeading } from "#app/routes/admin/settings/setting-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/list.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  if (!may(actorOf(context), "see", "settings")) throw refusedAs("forbidden");
  const pages = await listWords(app.db.kysely);
  return { invented: pages.map(({ page, words }) => ({ page, count: inventedSentences(page, words).length })) };
}

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Words");

export default function WordsList({ loaderData: { invented } }: Route.ComponentProps) {
  const countOf = (page: string) => invented.find((one) => one.page === page)?.count ?? 0;
  return (
    <div className="max-w-3xl">
      <SettingHeading title="Words" intro="What each page says. Policies are among them." />
      <ul className="divide-y divide-line border-y border-line">
        {Object.entries(PAGES).map(([page, { title, address }]) => (
          <li key={page} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
            <Link to={href("/admin/settings/words/:page", { page })} className="prose-link font-[650]">
              {title}
            </Link>
            {countOf(page) > 0 && <NotYours>{countOf(page)} not yours yet</NotYours>}
            <span className="ml-auto text-ink-soft">{address}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
