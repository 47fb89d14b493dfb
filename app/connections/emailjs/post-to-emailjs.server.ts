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

/**
 * What an answer of EmailJS means for the lane. `retry`: later, by itself. `broken`: later, but the owner has to do
 * something there. `stop`: nothing will be taken until the settings are mended. `drop`: this message never will.
 */
export type AnswerKind = "sent" | "retry" | "broken" | "stop" | "drop";

type Meaning = { kind: AnswerKind; words: string };

/** What an answer of EmailJS means, in words for the owner. */
export function meaningOf(status: number, text: string): Meaning {
  if (status === 200) return { kind: "sent", words: "EmailJS took the message." };
  if (status === 403) return { kind: "stop", words: wordsForForbidden(text) };
  const known = MEANINGS[status];
  if (known) return known;
  if (status >= 500) return { kind: "retry", words: "EmailJS has a fault of its own." };
  return { kind: "stop", words: "EmailJS refused the message." };
}

const MEANINGS: Partial<Record<number, Meaning>> = {
  400: { kind: "stop", words: "EmailJS does not know one of the keys or IDs. Compare them with its dashboard." },
  401: { kind: "stop", words: "EmailJS no longer knows these keys." },
  404: { kind: "stop", words: "EmailJS knows no such account. It may have been closed, or is out of order." },
  412: {
    kind: "broken",
    words: "The mailbox behind EmailJS is no longer connected. Reconnect it under Email Services.",
  },
  413: { kind: "drop", words: "EmailJS takes 50 KB a message, and this one is longer." },
  422: { kind: "broken", words: "Your template at EmailJS names no recipient. Fill in its field “To Email”." },
  426: { kind: "broken", words: "The messages of this month are used up at EmailJS." },
  429: { kind: "retry", words: "EmailJS takes one message a second, and had more." },
  451: {
    kind: "stop",
    words:
      "EmailJS takes this site for a robot’s browser (“headless”), and refuses those. Ask its support, or send through your own mail server.",
  },
};

function wordsForForbidden(text: string): string {
  if (/non-browser/i.test(text)) {
    return "EmailJS refuses programs. Switch on “Allow EmailJS API for non-browser applications” under Account, Security.";
  }
  if (/strict mode|private key/i.test(text)) {
    return "EmailJS asks for the private key. Copy it from Account, General, and save it here.";
  }
  return "EmailJS refused the message: its block list, or its list of domains, says no.";
}
