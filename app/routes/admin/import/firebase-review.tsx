import { Form, href, Link } from "react-router";
import { WhichField } from "#app/diary/booking/which-field.tsx";
import type { viewFirebase } from "#app/routes/admin/import/firebase-view.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";

type Waiting = Awaited<ReturnType<typeof viewFirebase>>["review"][number];
type Refusal = { typed: { source: string; day: string; time: string; asksWhich: boolean }; message: string } | null;

/** What waits for a decision, each with its own choices. */
export function FirebaseReview({ review, refusal }: { review: Waiting[]; refusal: Refusal }) {
  return (
    <ul className="mt-4">
      {review.map((waiting) => (
        <li key={waiting.source} className="border-t border-line py-5">
          <Record waiting={waiting} refusal={refusal?.typed.source === waiting.source ? refusal : null} />
        </li>
      ))}
    </ul>
  );
}

function Record({ waiting, refusal }: { waiting: Waiting; refusal: Refusal }) {
  const { source, name, why, stood, twin, isAppointment, offered, canMerge } = waiting;
  return (
    <>
      <h3 className="text-lg wrap-anywhere">{name}</h3>
      <p>
        {why}.{" "}
        {twin && (
          <Link to={href("/admin/appointments/:id", { id: twin })} className="prose-link">
            See that one
          </Link>
        )}
      </p>
      <p className="text-sm text-ink-soft wrap-anywhere">It says: {stood || "nothing"}</p>
      <Form method="post" className="mt-3 flex flex-wrap gap-3">
        <input type="hidden" name="source" value={source} />
        {offered.map(({ value, words }) => (
          <Button key={value} name="choice" value={value} look="outline" size="small">
            {words}
          </Button>
        ))}
        {canMerge && (
          <Button name="choice" value="merge" look="outline" size="small">
            {isAppointment ? "It is the same one" : "It is the same person"}
          </Button>
        )}
        <Button name="choice" value="leave-out" look="quiet" size="small">
          Leave out
        </Button>
      </Form>
      {isAppointment && <Another waiting={waiting} refusal={refusal} />}
    </>
  );
}

/** A form of its own: Enter in it must not press another choice. */
function Another({ waiting, refusal }: { waiting: Waiting; refusal: Refusal }) {
  const { source, offered, known } = waiting;
  const typed = refusal?.typed ?? known;
  return (
    <details open={refusal !== null || offered.length === 0} className="mt-2">
      <summary className="min-h-11 cursor-pointer py-2 font-[650]">Another time</summary>
      <Form method="post" noValidate className="mt-1 flex flex-wrap items-end gap-3">
        <input type="hidden" name="source" value={source} />
        <Field
          id={`day-${source}`}
          name="day"
          type="date"
          label="Date"
          defaultValue={typed?.day}
          {...(refusal && { error: refusal.message })}
        />
        <Field id={`time-${source}`} name="time" type="time" step={300} label="Time" defaultValue={typed?.time} />
        {refusal?.typed.asksWhich && <WhichField />}
        <Button name="choice" value="typed" look="outline" size="small">
          Take as typed
        </Button>
      </Form>
    </details>
  );
}
