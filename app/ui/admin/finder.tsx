import { Autocomplete } from "@base-ui/react/autocomplete";
import type { BaseUIEvent } from "@base-ui/react/types";
import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from "react";
import { folded } from "#app/platform/search-text.ts";
import { CONTROL } from "#app/ui/controls.tsx";

type Props<Item> = {
  name: string;
  label: string;
  placeholder: string;
  error?: string;
  text: string;
  onText: (text: string) => void;
  items: Item[];
  keyOf: (item: Item) => string;
  onPick: (item: Item) => void;
  /** Whether Enter takes the item though no arrow key has chosen it. */
  mayEnter?: (item: Item) => boolean;
  /** How many were found, for those who can't see the list. */
  status: string;
  children: (item: Item) => ReactNode;
  ref?: Ref<HTMLInputElement>;
  /** The list stands in the page, open; otherwise it opens over what follows. */
  inline?: boolean;
};

/** A combobox of the ARIA 1.2 pattern whose items come from the server: arrows choose, Enter takes, Escape closes. */
export function Finder<Item>(props: Props<Item>) {
  const { name, label, placeholder, error, text, onText, items, status, ref, inline = false } = props;
  const { mayEnter = () => true } = props;
  const [open, setOpen] = useState(false);
  const marked = useRef<{ item: Item | undefined; byKey: boolean }>({ item: undefined, byKey: false });
  function guardEnter(event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>) {
    const { item, byKey } = marked.current;
    if (event.key !== "Enter" || inline || text.trim() === "" || !open) return;
    if (item !== undefined && (byKey || mayEnter(item))) return;
    event.preventBaseUIHandler();
    event.preventDefault();
  }
  // The list stays inside of the dialog or the landmark that its field is in.
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const list = <Choices {...props} />;
  return (
    <Autocomplete.Root
      items={items}
      filter={null}
      value={text}
      onValueChange={(typed, { reason }) => reason !== "item-press" && onText(typed)}
      itemToStringValue={() => text}
      autoHighlight={inline ? "always" : true}
      open={inline || (open && items.length > 0)}
      onOpenChange={setOpen}
      onItemHighlighted={(item, { reason }) => {
        marked.current = { item, byKey: reason === "keyboard" };
      }}
      {...(inline && { inline, keepHighlight: true })}
    >
      <label className="mb-1 block font-[650]" htmlFor={name}>
        {label}
      </label>
      {error && (
        <p id={`${name}-error`} data-field-error="true" className="mb-1 text-sm font-[650] text-danger">
          <span className="sr-only">Error: </span>
          {error}
        </p>
      )}
      <Autocomplete.Input
        ref={ref}
        onKeyDown={guardEnter}
        id={name}
        name={name}
        className={CONTROL}
        placeholder={placeholder}
        autoComplete="off"
        data-unsent="never"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
      />
      <p role="status" className="sr-only">
        {status}
      </p>
      <div ref={setPlace} />
      {inline ? (
        <div className="mt-2">{list}</div>
      ) : (
        <Autocomplete.Portal container={place}>
          <Autocomplete.Positioner className="z-30" positionMethod="fixed" sideOffset={4} align="start">
            <Autocomplete.Popup className="admin-choices">{list}</Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      )}
    </Autocomplete.Root>
  );
}

function Choices<Item>({ label, keyOf, onPick, children }: Props<Item>) {
  return (
    <Autocomplete.List aria-label={label}>
      {(item: Item) => (
        <Autocomplete.Item key={keyOf(item)} value={item} onClick={() => onPick(item)} className="admin-choice">
          {children(item)}
        </Autocomplete.Item>
      )}
    </Autocomplete.List>
  );
}

/** A name with the letters underlined that were found in it, whatever their accents (Ł is found by l). */
export function FoundLetters({ name, typed }: { name: string; typed: string }) {
  const words = folded(typed).split(" ").filter(Boolean);
  let at = 0;
  return name.split(/(?<=[\s-])/u).map((word) => {
    const start = at;
    at += word.length;
    const length = beginningOf(word, words);
    if (length === 0) return <span key={start}>{word}</span>;
    return (
      <span key={start}>
        <span className="underline decoration-2 underline-offset-4">{word.slice(0, length)}</span>
        {word.slice(length)}
      </span>
    );
  });
}

/** How many characters of a word a typed word covers: ß is two letters of those typed. */
function beginningOf(word: string, typed: readonly string[]): number {
  for (const part of typed) {
    for (let length = 1; length <= word.length; length++) {
      const letters = folded(word.slice(0, length));
      if (letters === part) return length;
      if (!part.startsWith(letters)) break;
    }
  }
  return 0;
}
