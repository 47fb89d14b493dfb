import { type AnswerKind, meaningOf } from "#app/connections/emailjs/emailjs-answer.ts";
import type { EmailjsKeys } from "#app/connections/emailjs/emailjs-in-use.server.ts";
import type { ContactInput } from "#app/messages/contact.form.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { FAULT_WORDS } from "#app/platform/outbound/outbound-fault.ts";
import { sendOut } from "#app/platform/outbound/send-out.server.ts";

const LONGEST_ANSWER = 300;
const ANSWERS_WITHIN = 15_000;

/** `status` null: it did not answer. `answer`: its own words, in one line. */
export type Posted = { kind: AnswerKind; status: number | null; words: string; answer: string | null };

/** Hands one message to EmailJS, with the five fields under the specification's names. */
export async function postToEmailjs(
  app: AppContext,
  { keys, contact, ms = ANSWERS_WITHIN }: { keys: EmailjsKeys; contact: ContactInput; ms?: number },
): Promise<Posted> {
  const { firstName, lastName, email, subject, message } = contact;
  const sent = {
    service_id: keys.serviceId,
    template_id: keys.templateId,
    user_id: keys.publicKey,
    ...(keys.privateKey && { accessToken: keys.privateKey }),
    template_params: {
      user_firstName: firstName,
      user_lastName: lastName,
      user_email: email,
      user_subject: subject,
      user_message: message,
    },
  };
  const answer = await sendOut(app, {
    url: `${app.config.emailjsUrl}/api/v1.0/email/send`,
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(sent),
    limits: { ms },
  });
  if (answer.kind === "failed") {
    const words = `EmailJS was asked. ${FAULT_WORDS[answer.fault]}`;
    return { kind: "retry", status: null, words, answer: null };
  }
  const { status, text } = answer;
  return { ...meaningOf(status, text), status, answer: oneLine(text, keys.privateKey) };
}

// It may repeat what it was told.
function oneLine(text: string, secret: string): string | null {
  const line = text.replace(/\p{Cc}+/gu, " ").trim();
  const safe = secret ? line.replaceAll(secret, "…") : line;
  return safe.slice(0, LONGEST_ANSWER) || null;
}
