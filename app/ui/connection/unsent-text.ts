/** Unsent text of a form: field name to the values of all fields of that name. */
export type UnsentForm = Record<string, string[]>;
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const ITEM = "unsent";
// Never store a secret, a file, a value that the page itself set, or what is only searched for.
const NOT_TYPED = /^(password|hidden|file|submit|button|reset|image|search)$/;

export function saveTyped(store: Store, key: string, field: Element): void {
  if (!isField(field) || !field.form) return;
  const all = readAll(store);
  const fields = fieldsOf(field.form, field.name);
  // The same page may show other radios next time: a time that has gone must not become its neighbour.
  const values = isRadio(field) ? fields.filter(isChecked).map(({ value }) => value) : fields.map(readValue);
  writeAll(store, { ...all, [key]: { ...all[key], [field.name]: values } });
}

export function readTyped(store: Store, key: string): UnsentForm {
  return readAll(store)[key] ?? {};
}

/** Restores the text as if it were typed now. */
export function fillTyped(typed: UnsentForm, form: HTMLFormElement): void {
  for (const { field, value } of differences(typed, form)) {
    if (isTicked(field)) field.click();
    else fill(field, value);
  }
}

/**
 * The first words that were typed and are not in the form: blank where only choices differ, null where nothing does.
 */
export function lostWords(typed: UnsentForm, form: HTMLFormElement): string | null {
  const lost = differences(typed, form);
  const words = lost.find(({ field, value }) => field.matches(WORDS) && value.trim() !== "")?.value.trim();
  return lost.length === 0 ? null : (words ?? "");
}

const WORDS = "textarea, [type=text], [type=email], [type=tel], [type=url], input:not([type])";

function differences(typed: UnsentForm, form: HTMLFormElement): { field: Field; value: string }[] {
  return Object.entries(typed).flatMap(([name, values]) =>
    fieldsOf(form, name).flatMap((field, nth) => {
      const value = isRadio(field) ? values[0] : values[nth];
      if (value === undefined) return [];
      const isLost = isRadio(field) ? field.value === value && !isChecked(field) : readValue(field) !== value;
      return isLost ? [{ field, value }] : [];
    }),
  );
}

export function forgetTyped(store: Store, key: string): void {
  const { [key]: _sent, ...rest } = readAll(store);
  writeAll(store, rest);
}

export function forgetAllTyped(store: Store): void {
  store.removeItem(ITEM);
}

/** Forgets what was typed into the forms of one page. */
export function forgetTypedAt(store: Store, path: string): void {
  for (const key of unsentKeys(store)) if (key.startsWith(`${path} `)) forgetTyped(store, key);
}

export function unsentKeys(store: Store): string[] {
  return Object.keys(readAll(store));
}

/**
 * A form's key, the same on every load of its page; null for a form that changes nothing or has no text field, and for
 * one that is not to be kept. `markedOnly`: of somebody who is not signed in, forms with `data-unsent="kept"` alone.
 */
export function keyOf(form: HTMLFormElement, path: string, markedOnly: boolean): string | null {
  const { unsent } = form.dataset;
  if (unsent === "never" || (markedOnly && unsent !== "kept")) return null;
  const shape = shapeOf(form, path);
  if (!shape) return null;
  const alike = [...form.ownerDocument.forms].filter((other) => shapeOf(other, path) === shape);
  return `${shape} ${alike.indexOf(form)}`;
}

function shapeOf(form: HTMLFormElement, path: string): string | null {
  const first = [...form.elements].find((part) => isField(part) && !NOT_TYPED.test(part.type));
  if (form.method !== "post" || !first) return null;
  const action = (form.getAttribute("action") ?? path).replace(/\?.*/, "");
  return `${path} ${action} ${first.getAttribute("name")}`;
}

function isField(part: Element): part is Field {
  const isControl = part.matches("input[name], textarea[name], select[name]");
  if (!isControl || part.matches("[data-unsent=never]")) return false;
  return !NOT_TYPED.test((part as Field).type) && (part as Field).autocomplete !== "one-time-code";
}

function fieldsOf(form: HTMLFormElement, name: string): Field[] {
  return [...form.elements].filter((part): part is Field => isField(part) && part.name === name);
}

function readValue(field: Field): string {
  return isTicked(field) ? String(field.checked) : field.value;
}

function fill(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function isRadio(field: Element): boolean {
  return field.matches("[type=radio]");
}

function isChecked(field: Field): boolean {
  return field.matches(":checked");
}

function isTicked(field: Field): field is HTMLInputElement {
  return field.type === "checkbox" || field.type === "radio";
}

function readAll(store: Store): Record<string, UnsentForm> {
  try {
    return JSON.parse(store.getItem(ITEM) ?? "{}");
  } catch {
    return {};
  }
}

function writeAll(store: Store, all: Record<string, UnsentForm>): void {
  try {
    if (Object.keys(all).length === 0) store.removeItem(ITEM);
    else store.setItem(ITEM, JSON.stringify(all));
  } catch {
    // Storage is full or blocked: the text is not stored.
  }
}
