import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { policyOf } from "#app/routes/website/policies/policy.server.ts";
import { POLICY_CARD, PolicyPage } from "#app/routes/website/policies/policy-page.tsx";
import { DataTable } from "#app/ui/admin/data-table.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/cookies.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return policyOf(context, "cookies");
}

export const headers: Route.HeadersFunction = () => ({ [PAGE_CACHE_HEADER]: "public" });

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, { ...at.loaderData.words.search, ...POLICY_CARD, graph: at.loaderData.graph });

export default function Cookies({ loaderData: { words, updated } }: Route.ComponentProps) {
  const uses = (
    <div className="reading-table">
      <DataTable
        caption={words.usesTitle}
        rows={words.uses}
        keyOf={({ name }) => name}
        columns={[
          { title: "Name", cell: ({ name }) => name },
          { title: "What it does", cell: ({ what }) => what },
          { title: "When it is set", cell: ({ when }) => when },
          { title: "How long", cell: ({ kept }) => kept },
        ]}
      />
    </div>
  );
  return <PolicyPage words={words} updated={updated} extra={{ title: words.usesTitle, after: 0, content: uses }} />;
}
