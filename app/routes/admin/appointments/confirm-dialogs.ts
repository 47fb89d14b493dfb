import { CALL_THEM } from "#app/settings/no-mail.ts";
import type { Question } from "#app/ui/admin/ask-dialog.tsx";

type About = { name: string; date: string; time: string; email: string };
type Mail = { sendsMail: boolean };

export function confirmQuestion({ name, date, time, email }: About, mail: Mail): Question {
  return {
    title: "Confirm this appointment?",
    body: `${name}, ${date} at ${time}. ${noticeInWords(email, mail)}`,
    keep: "Not yet",
    doIt: "Confirm appointment",
  };
}

/** Who asked for the cancellation: the mail depends on it. */
export const WHO_CANCELS: Question["choice"] = {
  name: "askedBy",
  legend: "Who cancels?",
  missing: "Choose who cancels",
  options: [
    { value: "client", label: "The client asked to cancel", hint: "They get a short record of it." },
    { value: "practice", label: "We are cancelling", hint: "They get an apology and other times." },
  ],
};

export function deleteQuestion({ name, date, time }: About): Question {
  return {
    title: "Delete this appointment record?",
    body: `${name}, ${date} at ${time}. This deletes it permanently, including from reports. We don’t email the client. If the client cancelled, choose Cancel instead.`,
    keep: "Keep",
    doIt: "Delete record",
  };
}

export function linkQuestion({ email }: About, { sendsMail }: Mail): Question {
  const mailed = email.includes("@")
    ? sendsMail
      ? `A new one is emailed to ${email}.`
      : "Email is not set up yet, so no new one is sent."
    : "There is no email address to send a new one to.";
  return {
    title: "Make a new link for this booking?",
    body: `The old link stops working. ${mailed}`,
    keep: "Keep the old link",
    doIt: "Make a new link",
  };
}

function noticeInWords(email: string, { sendsMail }: Mail): string {
  if (!email.includes("@")) return "There is no email address, so call them.";
  return sendsMail ? "We email them." : CALL_THEM;
}
