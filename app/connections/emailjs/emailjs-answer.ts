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
  401: { kind: "stop", words: "EmailJS does not know these keys any more." },
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
      "EmailJS takes this site for a robot’s browser (“headless”), and refuses those. Ask its support, or send by your own mail server.",
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
