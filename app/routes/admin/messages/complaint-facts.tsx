import { answerDay, type Complaint, referenceOf } from "#app/messages/complaint.ts";
import { dateInWords } from "#app/platform/month.ts";

type Facts = { reference: string; replyTo: string; wanted: string; due: string };

export function complaintFacts(complaint: Complaint, cameOn: string): Facts {
  const { about, replyTo, wanted } = complaint;
  const by = dateInWords(complaint.dueDay);
  const due =
    about === "treatment"
      ? `Write to them by ${by}`
      : `Acknowledge it by ${by}, answer by ${dateInWords(answerDay(cameOn))}, and say that they can go to the Information Commissioner`;
  return { reference: referenceOf(complaint), replyTo, wanted, due };
}

export function ComplaintFacts({ reference, replyTo, wanted, due }: Facts) {
  const facts: [string, string][] = [
    ["What would put it right", wanted || "Not said"],
    ["How to reply", replyTo],
    ["Reference", reference],
    ["Due", due],
  ];
  return (
    <dl className="my-5 space-y-3">
      {facts.map(([title, text]) => (
        <div key={title}>
          <dt className="text-sm text-ink-soft">{title}</dt>
          <dd className="break-words whitespace-pre-wrap">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
