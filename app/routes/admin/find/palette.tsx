import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { opensAdding, useOpenAdding } from "#app/diary/booking/add-appointment.tsx";
import { useFound } from "#app/diary/booking/client-finder.tsx";
import { type Target, targetsOf } from "#app/routes/admin/find/commands.ts";
import { useFinds } from "#app/routes/admin/find/use-finds.ts";
import { Dialog } from "#app/ui/admin/dialog.tsx";
import { Finder, FoundLetters } from "#app/ui/admin/finder.tsx";

const HELP: Target = { key: "help", kind: "", to: "", title: "Keys", about: "" };

/** Finds a client, an appointment by its reference, a page or an action, and goes there. */
export default function Palette({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const navigate = useNavigate();
  const openAdding = useOpenAdding();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const found = useFound(text);
  const targets = targetsOf(text, found, useFinds());
  function pick(target: Target) {
    if (target === HELP) return onHelp();
    onClose();
    if (opensAdding(target.to)) openAdding(target.to);
    else void navigate(target.to);
  }
  return (
    <Dialog title="Find" open onOpenChange={(open) => !open && onClose()} initialFocus={field}>
      <Finder
        inline
        name="anything"
        label="Client, reference, page or action"
        placeholder="Type a few letters"
        text={text}
        onText={setText}
        items={text.trim() ? targets : [...targets, HELP]}
        keyOf={({ key }) => key}
        onPick={pick}
        status={text.trim() ? countInWords(targets.length) : ""}
        ref={field}
      >
        {({ kind, title, about }) => (
          <>
            <span className="min-w-0 flex-1">
              <span className="block font-[650] wrap-anywhere">
                <FoundLetters name={title} typed={text} />
              </span>
              {about && <span className="block text-sm wrap-anywhere text-ink-soft">{about}</span>}
            </span>
            <span className="shrink-0 text-sm text-ink-soft">{kind}</span>
          </>
        )}
      </Finder>
      <p className="mt-3 text-sm text-ink-soft max-md:hidden">↑ ↓ choose, Enter opens, Esc closes</p>
    </Dialog>
  );
}

function countInWords(count: number): string {
  if (count === 0) return "Nothing is found";
  return count === 1 ? "1 found" : `${count} found`;
}
