/** In the page: `bySelf`, when no script takes the form and the browser sends it to `to`. */
export function typeAndSend(element: Element): { typed: string[]; bySelf: boolean; to: string } {
  let bySelf = false;
  const form = element as HTMLFormElement;
  for (const field of form.querySelectorAll<HTMLInputElement>("input, textarea")) {
    if (!/^(text|search|textarea)$/.test(field.type) || field.maxLength === 0) continue;
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
    set?.call(field, "typed");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  form.noValidate = true;
  const listener = (event: Event) => {
    bySelf = !event.defaultPrevented;
  };
  window.addEventListener("submit", listener, { once: true });
  form.requestSubmit(form.querySelector<HTMLButtonElement>("button:not([type=button]):not(:disabled)"));
  const typed = [...form.querySelectorAll<HTMLInputElement>("input:not([type=checkbox]), textarea")].map(
    ({ value }) => value,
  );
  return { typed, bySelf, to: new URL(form.action).pathname };
}

/** In the page: what its fields hold. A box keeps its value ticked or not, and may appear with an answer about the day. */
export function typedNow(element: Element): string[] {
  return [...element.querySelectorAll<HTMLInputElement>("input:not([type=checkbox]), textarea")].map(
    ({ value }) => value,
  );
}
