import type { ContactMessageState } from "#app/messages/contact-message.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";

const LOOKS = { unread: "waiting", read: "plain", waiting: "waiting", done: "good", spam: "bad" } as const;
const WORDS = { unread: "Unread", read: "Open", waiting: "Waiting", done: "Done", spam: "Spam" };

export function MessageState({ state }: { state: ContactMessageState }) {
  return <StatusTag look={LOOKS[state]}>{WORDS[state]}</StatusTag>;
}
