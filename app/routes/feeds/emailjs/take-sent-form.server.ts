import type { RouterContextProvider } from "react-router";
import { type EmailjsReply, readSentForm, refusalFor, takesForms } from "#app/connections/emailjs/sent-form.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Fields } from "#app/platform/form-fields.ts";
import { appContextOf, requestInfoOf } from "#app/platform/http/request.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { consumeMessageLimit } from "#app/routes/website/messages/message-limit.server.ts";
import type { StoredEmailjs } from "#app/settings/schemas/emailjs.ts";

type Sent = { request: Request; context: Readonly<RouterContextProvider> };

// A page that lost our answer sends the same once more.
const SAME_FOR = 600_000;

/** Takes a message that a page sends as it would to EmailJS, and answers as EmailJS does. `read`: its fields; null: none. */
export async function takeSentForm(
  { request, context }: Sent,
  read: (request: Request) => Promise<Fields | null>,
): Promise<Response> {
  const app = appContextOf(context);
  const stored = (await readPractice(app)).settings.emailjs;
  if (!takesForms(stored)) return new Response("Not found", { status: 404 });
  const { origin, clientAddress } = requestInfoOf(context);
  const refusal = refusalFor(origin, stored);
  if (refusal) return answer(refusal, {});
  const shared = { "Access-Control-Allow-Origin": origin ?? "", "Access-Control-Expose-Headers": "Retry-After" };
  const fields = await read(request);
  if (!fields) return answer({ status: 400, text: "The user_id parameter is required" }, shared);
  const limit = await limitOf(app, { fields, stored, clientAddress });
  if (limit !== null) return answer({ status: 429, text: "Too Many Requests" }, { ...shared, "Retry-After": limit });
  return answer(await take(app, fields, stored), shared);
}

/** What a browser asks before it sends JSON from another site. */
export async function answerPreflight({ request, context }: Sent): Promise<Response> {
  const app = appContextOf(context);
  const stored = (await readPractice(app)).settings.emailjs;
  const { origin } = requestInfoOf(context);
  const isAllowed = request.method === "OPTIONS" && takesForms(stored) && refusalFor(origin, stored) === null;
  if (!isAllowed) return new Response("Not found", { status: 404, headers: { Vary: "Origin" } });
  const headers = {
    "Access-Control-Allow-Origin": origin ?? "",
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "content-type",
    "Access-Control-Max-Age": "600",
    Vary: "Origin",
  };
  return new Response(null, { status: 204, headers });
}

type Limited = { fields: Fields; stored: StoredEmailjs; clientAddress: string };

/** As of the contact form: what has errors does not count. Seconds to wait, or null. */
async function limitOf(app: AppContext, { fields, stored, clientAddress }: Limited): Promise<string | null> {
  if (readSentForm(fields, stored).kind === "refused") return null;
  const limit = await consumeMessageLimit(app, clientAddress);
  return limit.kind === "limited" ? String(limit.retryAfterSeconds) : null;
}

async function take(app: AppContext, fields: Fields, stored: StoredEmailjs): Promise<EmailjsReply> {
  const read = readSentForm(fields, stored);
  if (read.kind === "refused") return read.reply;
  const moment = Math.floor(app.clock.now() / SAME_FOR);
  const key = hashOf(JSON.stringify(["emailjs", moment, read.contact]));
  const outcome = await receiveMessage(app, read.contact, key);
  return outcome.kind === "blocked" ? { status: 403, text: "Forbidden" } : { status: 200, text: "OK" };
}

function answer({ status, text }: EmailjsReply, headers: Record<string, string>): Response {
  const common = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", Vary: "Origin" };
  return new Response(text, { status, headers: { ...common, ...headers } });
}
