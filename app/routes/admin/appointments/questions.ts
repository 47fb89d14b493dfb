import type { Question } from "#app/ui/admin/ask-dialog.tsx";

type About = { name: string; date: string; time: string; email: string };

// What is asked before a change, in the practice's own words.
export function confirmQuestion({ name, date, time, email }: About): Question {
  return {
    title: "Confirm this appointment?",
    body: `${name}, ${date} at ${time}. ${told(email)}`,
    keep: "Not yet",
    doIt: "Confirm appointment",
  };
}

export function cancelQuestion({ name, date, time, email }: About): Question {
  return {
    title: "Cancel this appointment?",
    body: `${name}, ${date} at ${time}. The time is free again at once. ${told(email)}`,
    keep: "Keep it",
    doIt: "Cancel appointment",
    input: { name: "reason", label: "Reason", hint: "One line that the client reads. It may stay empty." },
  };
}

export function deleteQuestion({ name, date, time }: About): Question {
  return {
    title: "Delete this appointment record?",
    body: `${name}, ${date} at ${time}. This removes it for good, including from reports, and nobody is told. If the client cancelled, choose Cancel instead.`,
    keep: "Keep",
    doIt: "Delete record",
  };
}

function told(email: string): string {
  return email.includes("@") ? "They are told by e-mail." : "There is no e-mail address, so please ring them.";
}
