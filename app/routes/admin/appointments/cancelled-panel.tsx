import { useEffect, useRef } from "react";
import { Form, href, useSearchParams } from "react-router";
import { CANCEL_REASONS, type Cancellation, whatFollows } from "#app/appointments/cancellation.ts";
import { CALL_THEM } from "#app/settings/no-mail.ts";
import { Button } from "#app/ui/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSendsMail } from "#app/ui/shell/sends-mail.tsx";

type Props = {
  id: string;
  sequence: number;
  cancellation: (Cancellation & { by: string | null; when: string }) | null;
  /** When the mail goes out, in words, while it is held. */
  toldAt: string | null;
  canReinstate: boolean;
};

/** Who cancelled, why, and the way back: Undo while nobody was told, Reinstate after that. */
export function CancelledPanel({ id, sequence, cancellation, toldAt, canReinstate }: Props) {
  const sendsMail = useSendsMail();
  return (
    <section aria-labelledby="cancelled" className="mb-6 border-l-4 border-danger bg-surface p-4">
      <h2 id="cancelled" className="text-xl">
        Cancelled
      </h2>
      {cancellation && (
        <>
          <p className="mt-1">
            {whoAsked(cancellation)}, {cancellation.when}
            {cancellation.by && `, entered by ${cancellation.by}`}.
          </p>
          {cancellation.reasonCode && <p>Reason: {CANCEL_REASONS[cancellation.reasonCode]}.</p>}
          {cancellation.reason && <p className="whitespace-pre-line wrap-anywhere">“{cancellation.reason}”</p>}
          {cancellation.late !== null && cancellation.askedBy === "client" && (
            <p>{whatFollows({ late: cancellation.late, chargeable: cancellation.chargeable ?? false })}</p>
          )}
        </>
      )}
      {toldAt && <p className="mt-1">{sendsMail ? `The email to the client goes out at ${toldAt}.` : CALL_THEM}</p>}
      {canReinstate && (
        <Form method="post" action={href("/admin/appointments/:id/reinstate", { id })} className="mt-3">
          <input type="hidden" name="sequence" value={sequence} />
          {toldAt && <input type="hidden" name="despite" value="on" />}
          <Button look="outline" size="small">
            {toldAt ? "Undo" : "Reinstate"}
          </Button>
        </Form>
      )}
    </section>
  );
}

const DONE = {
  "series-moved": "They have moved.",
  "series-cancelled": "Cancelled. Their times are free again.",
  "series-undone": "All of them are as they were.",
  "series-booked": "All of them are booked.",
  "series-booked-told": "All of them are booked. One email to the client has them all.",
  cancelled: "Cancelled. The time is free again.",
  reinstated: "It stands again.",
  "reinstated-told": "It stands again. We have emailed the client.",
};

function withoutMail(done: keyof typeof DONE): string {
  const [deed, isTold] = done.split("-told") as [keyof typeof DONE, string | undefined];
  return isTold === undefined ? DONE[done] : `${DONE[deed]} ${CALL_THEM}`;
}

/** Says what has just been done to this appointment, by its address. */
export function DoneNotice() {
  const [query] = useSearchParams();
  const box = useRef<HTMLDivElement>(null);
  const done = query.get("done");
  const sendsMail = useSendsMail();
  useEffect(() => {
    if (done) box.current?.focus({ preventScroll: true });
  }, [done]);
  if (!done || !Object.hasOwn(DONE, done)) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="success" live className="mb-6">
        {sendsMail ? DONE[done as keyof typeof DONE] : withoutMail(done as keyof typeof DONE)}
      </Notice>
    </div>
  );
}

function whoAsked({ askedBy, actor }: Pick<Cancellation, "askedBy" | "actor">): string {
  if (askedBy === "practice") return "We had to";
  if (askedBy === "client") return "The client asked";
  return actor === "system" ? "By the site" : "Not recorded who asked";
}
