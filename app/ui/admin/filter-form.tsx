import { type ChangeEvent, type ReactNode, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { Button } from "#app/ui/button.tsx";

const TYPING_PAUSE = 250;

type Props = { label: string; children: ReactNode; className?: string };

/** Filters of a list as a GET form: the address holds them. With a script each change asks again by itself. */
export function FilterForm({ label, children, className }: Props) {
  const submit = useSubmit();
  const pause = useRef(0);
  function askAgain({ currentTarget, target }: ChangeEvent<HTMLFormElement>) {
    window.clearTimeout(pause.current);
    const typing = (target as HTMLElement).getAttribute("type") === "search";
    const send = () => submit(filledIn(currentTarget), { method: "get", replace: true, preventScrollReset: true });
    pause.current = window.setTimeout(send, typing ? TYPING_PAUSE : 0);
  }
  return (
    <Form method="get" role="search" aria-label={label} onChange={askAgain} className={className}>
      {children}
      <noscript>
        <Button look="outline">Show</Button>
      </noscript>
    </Form>
  );
}

/** Without the empty fields, so that the address stays short. */
function filledIn(form: HTMLFormElement): FormData {
  const data = new FormData(form);
  for (const [name, value] of [...data]) if (value === "") data.delete(name);
  return data;
}
