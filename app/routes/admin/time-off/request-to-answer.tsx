import { Form } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { TextArea } from "#app/ui/field.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Props = {
  request: {
    id: string;
    therapist: string;
    days: string;
    asked: string;
    reason: string | null;
    publicNote: string | null;
  };
  /** What was typed to decline it, and what is wrong with it. */
  refused: { answer: string; error: string } | null;
};

/** One therapist who asks to be off: when, why, and the two answers. */
export function RequestToAnswer({ request: { id, therapist, days, asked, reason, publicNote }, refused }: Props) {
  return (
    <li className="border-l-4 border-accent bg-surface p-4" aria-labelledby={`request-${id}`}>
      <h2 id={`request-${id}`} className="text-lg wrap-anywhere">
        {therapist}
      </h2>
      <p className="font-[650]">{days}</p>
      {reason && <p className="mt-2 wrap-anywhere">“{reason}”</p>}
      {publicNote && <p className="mt-1 text-sm text-ink-soft wrap-anywhere">Visitors would read: {publicNote}</p>}
      <p className="mt-1 text-sm text-ink-soft">Asked {asked}</p>
      <div className="mt-4 space-y-2 border-t border-line pt-3">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <Button name="intent" value="confirm" size="small" aria-label={`Confirm: ${therapist}, ${days}`}>
            Confirm
          </Button>
        </Form>
        <details open={refused !== null}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-[650] underline underline-offset-4">
            Decline, and say why<span className="sr-only">: {therapist}</span>
          </summary>
          <Form method="post" preventScrollReset noValidate className="mt-2 space-y-3">
            <input type="hidden" name="id" value={id} />
            <TextArea
              id={`answer-${id}`}
              name="answer"
              label="Why"
              hint={useSendsMail() ? "They read it by email and under Hours." : "They read it under Hours."}
              rows={2}
              maxLength={300}
              defaultValue={refused?.answer}
              error={refused?.error}
            />
            <Button name="intent" value="decline" look="outline" size="small">
              Decline
            </Button>
          </Form>
        </details>
      </div>
    </li>
  );
}
