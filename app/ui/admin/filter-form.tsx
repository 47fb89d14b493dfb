import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import { Form, useSubmit } from "react-router";
import { Button } from "#app/ui/controls.tsx";

const TYPING_PAUSE = 250;

type Props = {
  label: string;
  /** Field values from the address, which a link may have changed. A field with the focus is left alone. */
  values?: Record<string, string>;
  children: ReactNode;
  className?: string;
};

/** Filters as a GET form: the address holds them. With a script each change submits by itself. */
export function FilterForm({ label, values, children, className }: Props) {
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => takeOver(form.current, values ?? {}));
  const pause = useRef(0);
  function askAgain({ currentTarget, target }: ChangeEvent<HTMLFormElement>) {
    window.clearTimeout(pause.current);
    const field = target as EventTarget as HTMLInputElement;
    // A browser reports a half-typed date as an empty value, or as a one-digit year.
    if (field.type === "date" && isHalfTyped(field)) return;
    const typing = field.type === "search" || field.type === "date";
    const send = () => submit(filledIn(currentTarget), { method: "get", replace: true, preventScrollReset: true });
    pause.current = window.setTimeout(send, typing ? TYPING_PAUSE : 0);
  }
  return (
    <Form ref={form} method="get" role="search" aria-label={label} onChange={askAgain} className={className}>
      {children}
      <noscript>
        <Button look="outline">Show</Button>
      </noscript>
    </Form>
  );
}

function takeOver(form: HTMLFormElement | null, values: Record<string, string>): void {
  for (const field of form?.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select") ?? []) {
    const value = values[field.name];
    if (value !== undefined && field !== document.activeElement && field.value !== value) field.value = value;
  }
}

function isHalfTyped({ value, validity }: HTMLInputElement): boolean {
  return validity.badInput || (value !== "" && value < "1900");
}

function filledIn(form: HTMLFormElement): FormData {
  const data = new FormData(form);
  for (const [name, value] of [...data]) if (value === "") data.delete(name);
  return data;
}
