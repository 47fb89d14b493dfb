import type { MailState } from "#app/mail/stored-mail.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";

const LOOKS = {
  waiting: "waiting",
  sent: "good",
  failed: "bad",
  returned: "bad",
  over: "plain",
  told: "plain",
  none: "plain",
} as const;
const WORDS = {
  waiting: "Waiting",
  sent: "Sent",
  failed: "Failed",
  returned: "Came back",
  over: "Not needed",
  told: "In the daily email",
  none: "Never sent: invented person",
};

export function MailStateTag({ state }: { state: MailState }) {
  return <StatusTag look={LOOKS[state]}>{WORDS[state]}</StatusTag>;
}
