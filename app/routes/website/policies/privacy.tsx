import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { policyOf } from "#app/routes/website/policies/policy.server.ts";
import { POLICY_CARD, PolicyPage } from "#app/routes/website/policies/policy-page.tsx";
import { DataTable } from "#app/ui/admin/data-table.tsx";
import { Prose } from "#app/ui/prose.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/privacy.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return policyOf(context, "privacy");
}

export const headers: Route.HeadersFunction = () => ({ [PAGE_CACHE_HEADER]: "public" });

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, { ...at.loaderData.words.search, ...POLICY_CARD, graph: at.loaderData.graph });

export default function Privacy({ loaderData: { words, updated } }: Route.ComponentProps) {
  const optional = [words.homeVisit, words.healthRecord, words.waitingList].filter(({ what }) => what);
  const rows = [...words.uses.slice(0, 1), ...optional, ...words.uses.slice(1)];
  const uses = (
    <div className="reading-table">
      <DataTable
        caption={words.usesTitle}
        rows={rows}
        keyOf={({ what }) => what}
        columns={[
          { title: "Information", cell: ({ what }) => what },
          { title: "Why", cell: ({ why }) => why },
          { title: "Lawful basis", cell: ({ basis }) => basis },
          { title: "How long", cell: ({ kept }) => <Prose>{kept}</Prose> },
        ]}
      />
    </div>
  );
  return <PolicyPage words={words} updated={updated} extra={{ title: words.usesTitle, after: 1, content: uses }} />;
}
