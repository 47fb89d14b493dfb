/**
 * Watches the fields that an answer found wrong, by id: one that is changed to a valid value loses its red until the
 * next answer. `tell` gets all corrected fields. Returns a function that stops it.
 */
export function watchMending(fields: readonly string[], tell: (mended: readonly string[]) => void): () => void {
  const mended = new Set<string>();
  // A new answer may name a field again whose red was removed by script.
  for (const field of fields) showWrong(field, true);
  tell([]);
  const follow = ({ target }: Event) => {
    const control = target as HTMLInputElement;
    const field = fields.find((name) => document.getElementById(name)?.contains(control));
    if (field === undefined) return;
    const isMended = control.value.trim() !== "" && control.validity.valid;
    if (isMended === mended.has(field)) return;
    if (isMended) mended.add(field);
    else mended.delete(field);
    showWrong(field, !isMended);
    tell([...mended]);
  };
  document.addEventListener("input", follow);
  return () => {
    document.removeEventListener("input", follow);
    for (const field of mended) sentencesOf(field).forEach(show);
  };
}

// A fieldset has no aria-invalid of its own.
function showWrong(field: string, isWrong: boolean): void {
  const control = document.getElementById(field);
  if (control?.hasAttribute("aria-invalid")) control.setAttribute("aria-invalid", String(isWrong));
  for (const sentence of sentencesOf(field)) sentence.hidden = !isWrong;
}

function show(sentence: HTMLElement): void {
  sentence.hidden = false;
}

function sentencesOf(field: string): HTMLElement[] {
  const described = document.getElementById(field)?.getAttribute("aria-describedby")?.split(" ") ?? [];
  const parts = described.map((id) => document.getElementById(id));
  return parts.filter((part) => part?.dataset.fieldError !== undefined) as HTMLElement[];
}
