import type { FormState } from "#app/health/forms.server.ts";
import { StatusTag } from "#app/ui/status-tag.tsx";

/** That there is a form, and whether to call first; never what it says. */
export function FormTag({ state }: { state: FormState }) {
  return <StatusTag look={state === "done" ? "plain" : "waiting"}>{FORM_WORDS[state]}</StatusTag>;
}

export const FORM_WORDS: Record<FormState, string> = {
  done: "Health form done",
  missing: "Health form missing",
  call: "Call first",
};
