const ITEM = "single-keys";
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Whether a single key may do something in this browser: yes, unless it was turned off. */
export function mayUseSingleKeys(store: Store): boolean {
  try {
    return store.getItem(ITEM) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(store: Store, on: boolean): void {
  try {
    if (on) store.removeItem(ITEM);
    else store.setItem(ITEM, "off");
  } catch {
    // Storage is blocked: the keys stay on.
  }
}

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "isComposing">;

/** What a key opens; null for none. `isTyping`: the focus is in a field. */
export function openedBy(
  { key, ctrlKey, metaKey, altKey, isComposing }: Pressed,
  { isTyping, single }: { isTyping: boolean; single: boolean },
): "palette" | "help" | null {
  if (altKey || isComposing) return null;
  if (ctrlKey !== metaKey) return key.toLowerCase() === "k" ? "palette" : null;
  if (ctrlKey || isTyping || !single) return null;
  if (key === "/") return "palette";
  return key === "?" ? "help" : null;
}
