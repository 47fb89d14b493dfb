import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { policyOf } from "#app/routes/website/policies/policy.server.ts";
import { POLICY_CARD, PolicyPage } from "#app/routes/website/policies/policy-page.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/accessibility.ts";

export async function loader({ context }: Route.LoaderArgs) {
  return policyOf(context, "accessibility");
}

export const headers: Route.HeadersFunction = () => ({ [PAGE_CACHE_HEADER]: "public" });

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, { ...at.loaderData.words.search, ...POLICY_CARD, graph: at.loaderData.graph });

export default function Accessibility({ loaderData }: Route.ComponentProps) {
  return <PolicyPage {...loaderData} />;
}
