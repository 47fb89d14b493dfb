import type { EnquiryState } from "#app/enquiries/enquiry.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";

const LOOKS = { unread: "waiting", read: "plain", done: "good", spam: "bad" } as const;
const WORDS = { unread: "Unread", read: "Read", done: "Done", spam: "Spam" };

export function MessageState({ state }: { state: EnquiryState }) {
  return <StatusTag look={LOOKS[state]}>{WORDS[state]}</StatusTag>;
}
