import { Form } from "react-router";
import { LONGEST_REQUEST } from "#app/appointments/requests/move-request.ts";
import { useBusy } from "#app/ui/connection/connection.ts";
import { Button, Notice, TextArea } from "#app/ui/controls.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

/** What was asked and answered; null: its client may ask. */
export type MoveRequestView = { words: string; answer: "declined" | "settled" | null };

type Props = {
  /** The booking's page. */
  path: string;
  moveRequest: MoveRequestView | null;
  /** What was typed before the form was refused, and the error. */
  typed?: string;
  error?: string;
};

/** A form for a booking that may no longer be moved online, or what has become of it. It moves nothing. */
export function AskToMove({ path, moveRequest, typed, error }: Props) {
  const busy = useBusy() === "submitting";
  if (moveRequest) return <RequestNotice {...moveRequest} />;
  return (
    <Form method="post" action={`${path}/ask`} className="measure space-y-4">
      <TextArea
        // Unique where a page has several.
        id={`when-${path.split("/").at(-1)}`}
        name="when"
        label="When would suit you?"
        hint="Days and times, in a few words. No health details."
        rows={2}
        required
        maxLength={LONGEST_REQUEST}
        defaultValue={typed}
        error={error}
      />
      <p className="text-sm text-ink-soft">Your booking won’t change until it is moved.</p>
      <p>
        <Button look="outline" size="small" aria-disabled={busy}>
          Ask to move it
        </Button>
      </p>
    </Form>
  );
}

function RequestNotice({ words, answer }: MoveRequestView) {
  const sendsMail = useSendsMail();
  return (
    <Notice className="measure mt-3">
      {answer === "declined" ? (
        "You asked to move it. Sorry, that is not possible. It stays as booked."
      ) : (
        <>
          You asked to move it: <span className="whitespace-pre-line wrap-anywhere">“{words}”</span>{" "}
          {answer === "settled"
            ? "Your request has been dealt with."
            : `You get a call${sendsMail ? " or an email" : ""}. Until then it stays as booked.`}
        </>
      )}
    </Notice>
  );
}
