import { z } from "zod";
import { resolveScheduled } from "#app/connections/calendly/resolve-scheduled.server.ts";
import { appContextOf, readJsonBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { e164Of } from "#app/platform/phone-number.ts";
import { identityOf } from "#app/routes/account/identity.server.ts";
import type { Route } from "./+types/scheduled.ts";

const id = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);
const sentShape = z.object({ event: id, invitee: id, phone: z.string().max(40).default("") });

// One booking asks every two seconds until Calendly answers.
const LIMIT = { limit: 300, windowSeconds: 600 };

export function loader() {
  return Response.json({ kind: "not-found" }, { status: 405, headers: { Allow: "POST" } });
}

/** From the page that frames Calendly: which booking its message named. Only the ids are taken from it. */
export async function action({ request, context }: Route.ActionArgs) {
  const app = appContextOf(context);
  const { clientAddress, locale } = requestInfoOf(context);
  const limit = await consumeRateLimit(app, { key: `scheduled:${rateKeyOf(clientAddress)}`, ...LIMIT });
  if (limit.kind === "limited") {
    return answer({ kind: "pending" }, { status: 429, headers: { "Retry-After": String(limit.retryAfterSeconds) } });
  }
  const sent = sentShape.safeParse(await readJsonBody(request));
  if (!sent.success) return answer({ kind: "not-found" }, { status: 422 });
  const { user } = identityOf(context);
  const { phone, ...ids } = sent.data;
  // The practice books for others.
  const userId = user?.role === "user" ? user.id : null;
  const found = await resolveScheduled(app, { ids, locale, userId, phone: e164Of(phone) });
  return answer(found.kind === "scheduled" ? { kind: found.kind, date: found.date, time: found.time } : found);
}

function answer(body: object, init: ResponseInit = {}): Response {
  return Response.json(body, { ...init, headers: { "Cache-Control": "no-store", ...init.headers } });
}
