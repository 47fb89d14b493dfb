import { Form, href, Link } from "react-router";
import type { MoveAnswer } from "#app/appointments/move-request.ts";
import type { ShownRow } from "#app/diary/shown-row.ts";
import { ClientToCall } from "#app/routes/admin/client-to-call.tsx";
import { Button, buttonClasses } from "#app/ui/button.tsx";

type Props = { shown: ShownRow; words: string; asked: string };

/** One client who asks for another time: what they wrote, how to reach them, and the answers. */
export function RequestCard({ shown, words, asked }: Props) {
  const { id, name } = shown;
  const page = href("/admin/appointments/:id", { id });
  return (
    <li className="border-l-4 border-accent bg-surface p-4" aria-labelledby={`request-${id}`}>
      <ClientToCall shown={shown} headingId={`request-${id}`} />
      <p className="mt-3 whitespace-pre-line wrap-anywhere">“{words}”</p>
      <p className="mt-1 text-sm text-ink-soft">Asked {asked}</p>
      <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-3">
        <Link
          to={`${page}#move`}
          className={buttonClasses({ look: "strong", size: "small" })}
          aria-label={`Move: ${name}`}
        >
          Move
        </Link>
        <Answer id={id} answer="declined" label={`Cannot be moved (tell the client): ${name}`}>
          Cannot be moved (tell the client)
        </Answer>
        <Answer id={id} answer="settled" label={`Done: ${name}`}>
          Done
        </Answer>
      </div>
    </li>
  );
}

function Answer({ id, answer, label, children }: { id: string; answer: MoveAnswer; label: string; children: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <Button name="answer" value={answer} look="outline" size="small" aria-label={label}>
        {children}
      </Button>
    </Form>
  );
}
