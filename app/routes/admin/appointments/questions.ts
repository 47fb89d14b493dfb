import type { Question } from "#app/ui/admin/ask-dialog.tsx";

type About = { name: string; date: string; time: string; email: string };

export function confirmQuestion({ name, date, time, email }: About): Question {
  return {
    title: "Confirm this appointment?",
    body: `${name}, ${date} at ${time}. ${told(email)}`,
    keep: "Not yet",
    doIt: "Confirm appointment",
  };
}

/** Who asked for the cancellation: the mail depends on it. */
export const WHO_ASKED: Question["choice"] = {
  name: "askedBy",
  legend: "Who cancels?",
  missing: "Choose who cancels",
  options: [
    { value: "client", label: "The client asked", hint: "They get a short record of it." },
    { value: "practice", label: "We have to", hint: "They get an apology and other times." },
  ],
};

export function deleteQuestion({ name, date, time }: About): Question {
  return {
    title: "Delete this appointment record?",
    body: `${name}, ${date} at ${time}. This removes it for good, including from reports, and nobody is told. If the client cancelled, choose Cancel instead.`,
    keep: "Keep",
    doIt: "Delete record",
  };
}

export function linkQuestion({ email }: About): Question {
  const mailed = email.includes("@")
    ? `A new one is e-mailed to ${email}.`
    : "There is no e-mail address to send a new one to.";
  return {
    title: "Make a new link for this booking?",
    body: `Whoever has the link from before can no longer see, move or cancel it. ${mailed}`,
    keep: "Keep the old link",
    doIt: "Make a new link",
  };
}

function told(email: string): string {
  return email.includes("@") ? "They are told by e-mail." : "There is no e-mail address, so please ring them.";
}
