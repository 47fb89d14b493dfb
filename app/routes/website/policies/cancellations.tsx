import { publicPrepay } from "#app/payments/online/prepay.server.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { policyOf } from "#app/routes/website/policies/policy.server.ts";
import { Paragraphs, POLICY_CARD, PolicyPage } from "#app/routes/website/policies/policy-page.tsx";
import { pageMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/cancellations.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const policy = await policyOf(context, "cancellations");
  return { ...policy, prepay: await publicPrepay(appContextOf(context)) };
}

export const headers: Route.HeadersFunction = () => ({ [PAGE_CACHE_HEADER]: "public" });

export const meta: Route.MetaFunction = (at) =>
  pageMeta(at, { ...at.loaderData.words.search, ...POLICY_CARD, graph: at.loaderData.graph });

export default function Cancellations({ loaderData }: Route.ComponentProps) {
  const { prepay, ...policy } = loaderData;
  if (prepay.length === 0) return <PolicyPage {...policy} />;
  // Before what the law says of it.
  const after = Math.max(0, policy.words.sections.length - 1);
  const extra = { title: "What is paid when booking", after, content: <Paragraphs text={prepay} /> };
  return <PolicyPage {...policy} extra={extra} />;
}
