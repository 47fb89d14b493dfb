import { type RouterContextProvider, redirect } from "react-router";
import { workingDay } from "#app/hours/working-time.db.server.ts";
import { complaintForm } from "#app/messages/complaint.form.ts";
import { isAbout, referenceOf } from "#app/messages/complaint.ts";
import { contactForm } from "#app/messages/contact.form.ts";
import { getMessage } from "#app/messages/list-messages.server.ts";
import { receiveComplaint } from "#app/messages/receive-complaint.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { databaseErrorOf } from "#app/platform/database/database-error.server.ts";
import { dateInWords, localDateOf } from "#app/platform/date-time.ts";
import { agedDraft, newDraft, readDraft } from "#app/platform/form-draft.server.ts";
import { type Fields, fieldsFrom, readFields } from "#app/platform/form-fields.ts";
import { appContextOf, readFormBody, requestInfoOf } from "#app/platform/http/request.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { withCookies } from "#app/routes/account/flash.server.ts";
import { consumeMessageLimit } from "#app/routes/website/messages/message-limit.server.ts";
import { DRAFT, invalid, refused, TRAP } from "#app/routes/website/messages/message-reply.ts";

type RouteArgs = { request: Request; context: Readonly<RouterContextProvider> };
type Received = { kind: "received"; id: string } | { kind: "blocked" } | { kind: "key-used" };

/** What a message is about says which rule holds for it: a complaint asks for less, and is never blocked. */
function readMessage(fields: Fields) {
  if (isAbout(fields.user_subject)) {
    const read = readFields(complaintForm, fields);
    if (read.kind === "invalid") return read;
    const receive = (app: AppContext, key: string): Promise<Received> => receiveComplaint(app, read.value, key);
    return { kind: "valid" as const, receive };
  }
  const read = readFields(contactForm, fields);
  if (read.kind === "invalid") return read;
  const receive = (app: AppContext, key: string): Promise<Received> => receiveMessage(app, read.value, key);
  return { kind: "valid" as const, receive };
}

/**
 * Takes a message or complaint from the form of this page: errors, bots and floods are answered here. Returns the answer;
 * throws a redirect on success, so that a reload sends nothing again.
 */
export async function takeMessage({ request, context }: RouteArgs, page: string) {
  const app = appContextOf(context);
  const sent = sentMessage(app, await readFormBody(request));
  const read = readMessage(sent.fields);
  if (read.kind === "invalid") return invalid({ ...sent, draft: sent.draftToCorrect }, read.errors);
  if (!sent.byHand) return refused(sent, "machine");
  const received = await orKept(sent, { context }, async () => {
    const limit = await consumeMessageLimit(app, requestInfoOf(context).clientAddress);
    if (limit.kind === "limited") return { id: null, answer: refused(sent, "limited", limit.retryAfterSeconds) };
    const outcome = await read.receive(app, sent.key);
    if (outcome.kind === "blocked") return { id: null, answer: refused(sent, "blocked") };
    // A changed text on a used draft may be meant: on a new draft it is another message.
    if (outcome.kind === "key-used") {
      return { id: null, answer: refused({ ...sent, draft: newDraft(app) }, "sent-before") };
    }
    return { id: outcome.id, answer: null };
  });
  if (received.id === null) return received.answer;
  throw redirect(page, { status: 303, headers: withCookies([justSent(page, received.id)]) });
}

// An error on our side must not lose the text. A text that no database can store is reported elsewhere.
async function orKept<Result>(sent: SentMessage, { context }: Pick<RouteArgs, "context">, work: () => Promise<Result>) {
  try {
    return await work();
  } catch (err) {
    const databaseError = databaseErrorOf(err);
    if (databaseError === "bad-input") throw err;
    // A flood would fill the log.
    const { requestId } = requestInfoOf(context);
    if (databaseError !== "crowded")
      appContextOf(context).log.error({ err, requestId }, "a message could not be stored");
    return { id: null, answer: refused(sent, "failed", RETRY_SECONDS) };
  }
}

const RETRY_SECONDS = 10;

const LEAST_MS = 3000;

type SentMessage = {
  fields: Fields;
  /** The draft for the form when it is shown again: it keeps its age, so that a second press is not too soon. */
  draft: string;
  /** The draft for a form that comes back with errors: a quick correction is not too soon (decisions/0358). */
  draftToCorrect: string;
  /** Whether a person can have written it: the trap field is empty, and there was time to type. */
  byHand: boolean;
  /** Derived from the draft: a form sent twice is one message. */
  key: string;
};

function sentMessage(app: AppContext, form: FormData): SentMessage {
  const { [DRAFT]: sent, [TRAP]: trap, ...fields } = fieldsFrom(form);
  const draft = readDraft(app, sent);
  const took = draft ? app.clock.now() - draft.madeAt : 0;
  return {
    fields,
    draft: draft && sent ? sent : newDraft(app),
    draftToCorrect: draft && trap === "" ? agedDraft(app, draft, LEAST_MS) : newDraft(app),
    byHand: trap === "" && took >= LEAST_MS,
    key: draft?.id ?? newId(),
  };
}

const COOKIE = "ly.sent";
const SECONDS = 60;

/** A Set-Cookie line, so that the page at `path` confirms this message once. */
function justSent(path: string, enquiryId: string): string {
  return `${COOKIE}=${enquiryId}; Max-Age=${SECONDS}; Path=${path}; HttpOnly; SameSite=Lax`;
}

/** The message that was just sent, and the Set-Cookie line that clears the confirmation. */
export function justSentOf(path: string, headers: Headers): { enquiryId: string | null; cookies: string[] } {
  const enquiryId = new RegExp(`(?:^|;\\s*)${COOKIE}=([0-9a-f-]{36})(?:;|$)`).exec(headers.get("cookie") ?? "")?.[1];
  if (enquiryId === undefined) return { enquiryId: null, cookies: [] };
  return { enquiryId, cookies: [`${COOKIE}=; Max-Age=0; Path=${path}; HttpOnly; SameSite=Lax`] };
}

/** What stands in place of the form. `by`: when an answer can be expected, where the practice or the law says so. */
export type Thanks = { firstName: string; email: string; reference: string | null; by: string | null };

/** The confirmation of what was just sent; null once it has been deleted. */
export async function thanksFor(app: AppContext, enquiryId: string | null): Promise<Thanks | null> {
  const enquiry = enquiryId && (await getMessage(app.db.kysely, enquiryId));
  if (!enquiry) return null;
  const { firstName, email, complaint } = enquiry;
  const { bookingRules, practiceFacts } = (await readPractice(app)).settings;
  const { replyDays } = practiceFacts;
  const today = localDateOf(app.clock.now(), bookingRules.zone);
  const by = complaint?.dueDay ?? (replyDays === null ? null : await workingDay(today, replyDays));
  return { firstName, email, reference: complaint && referenceOf(complaint), by: by && dateInWords(by) };
}
