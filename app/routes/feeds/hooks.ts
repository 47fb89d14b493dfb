import { type ReportOutcome, receiveReport } from "#app/connections/calendly/receive-webhook.server.ts";
import { receiveStripeNotice, receiveSumupNotice } from "#app/payments/online/receive-notice.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { appContextOf, readRawBody } from "#app/platform/http/request.server.ts";
import type { Route } from "./+types/hooks.ts";

type Receive = (app: AppContext, report: { body: Uint8Array; headers: Headers }) => Promise<ReportOutcome>;

/** Who may report to us. Each checks the signature over the body as it came. */
const RECEIVERS = new Map<string, Receive>([
  ["calendly", receiveReport],
  ["stripe", receiveStripeNotice],
  // Without a signature: it is read back from SumUp, and nothing of it is believed.
  ["sumup", receiveSumupNotice],
]);

const STATUS: Record<ReportOutcome["kind"], number> = {
  off: 404,
  unsigned: 401,
  "not-found": 200,
  repeated: 200,
  received: 200,
};

export function loader() {
  return answer(405, { Allow: "POST" });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const receive = RECEIVERS.get(params.adapter);
  if (!receive) return answer(404);
  const body = await readRawBody(request);
  if (!body) return answer(400);
  const { kind } = await receive(appContextOf(context), { body, headers: request.headers });
  return answer(STATUS[kind]);
}

// Nothing is told to whoever could not sign.
function answer(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } });
}
