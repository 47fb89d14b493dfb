import { Form } from "react-router";
import type { ContactMessageState } from "#app/messages/contact-message.ts";
import { Button } from "#app/ui/button.tsx";

const CHANGES: [ContactMessageState, string][] = [
  ["done", "Done"],
  ["unread", "Mark as unread"],
  ["spam", "Spam"],
];

export function MessageActions({ state }: { state: ContactMessageState }) {
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Form method="post" className="flex flex-wrap gap-2">
        {CHANGES.filter(([to]) => to !== state).map(([to, words]) => (
          <Button key={to} name="intent" value={to} look="outline" size="small">
            {words}
          </Button>
        ))}
        {state === "unread" && (
          <noscript>
            <Button name="intent" value="read" look="outline" size="small">
              Mark as read
            </Button>
          </noscript>
        )}
      </Form>
      <details>
        <summary className="flex min-h-11 cursor-pointer items-center px-4 text-sm font-[650] underline underline-offset-4">
          Delete
        </summary>
        <Form method="post" className="mt-2 rounded-md border border-line p-4">
          <p className="mb-3">This removes the message for good, with your replies.</p>
          <Button name="intent" value="delete" look="danger" size="small">
            Delete message
          </Button>
        </Form>
      </details>
    </div>
  );
}
