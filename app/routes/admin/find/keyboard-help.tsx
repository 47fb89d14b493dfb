import { useEffect, useState } from "react";
import { mayUseSingleKeys, setSingleKeys } from "#app/routes/admin/find/single-keys.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";

const KEYS = [
  ["Ctrl K or ⌘ K", "Find a client, an appointment, a page"],
  ["/", "The same, outside of fields"],
  ["?", "These keys, outside of fields"],
  ["↑ ↓", "Choose in a list that was found"],
  ["Enter", "Open what is chosen"],
  ["Esc", "Close a list or a dialog"],
];

/** The keys, and whether single ones count: who speaks to the machine may want them off (WCAG 2.1.4). */
export function KeyboardHelp() {
  const hydrated = useHydrated();
  const [single, setSingle] = useState(true);
  useEffect(() => setSingle(mayUseSingleKeys(localStorage)), []);
  return (
    <>
      <dl className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-y-1">
        {KEYS.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border border-edge px-1.5 text-sm">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-3 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-primary"
          disabled={!hydrated}
          checked={single}
          onChange={({ target }) => {
            setSingleKeys(localStorage, target.checked);
            setSingle(target.checked);
          }}
        />
        Use the single keys / and ? in this browser
      </label>
    </>
  );
}
