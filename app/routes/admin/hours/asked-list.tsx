import { Form } from "react-router";
import { daysInWords } from "#app/availability/exception-in-words.ts";
import type { TimeOffRequest } from "#app/time-off/time-off-request.ts";
import { Button } from "#app/ui/button.tsx";
import { StatusTag } from "#app/ui/status-tag.tsx";

/** What a therapist has asked to be off, and how it stands. Confirmed, it is among the closures. */
export function AskedList({ requests }: { requests: readonly TimeOffRequest[] }) {
  return (
    <section aria-labelledby="asked" className="mt-10">
      <h2 id="asked" className="mb-3 text-lg">
        Time off that you asked for
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {requests.map((request) => (
          <li key={request.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2">
                {daysInWords(request)}
                {request.state === "open" ? (
                  <StatusTag look="waiting">Waits for an owner</StatusTag>
                ) : (
                  <StatusTag look="bad">Declined</StatusTag>
                )}
              </p>
              {request.answer && <p className="text-sm text-ink-soft wrap-anywhere">“{request.answer}”</p>}
            </div>
            {request.state === "open" && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="id" value={request.id} />
                <Button
                  name="intent"
                  value="withdraw"
                  look="outline"
                  size="small"
                  aria-label={`Withdraw: ${daysInWords(request)}`}
                >
                  Withdraw
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
