import { useEffect, useRef } from "react";
import type { Fields } from "#app/platform/form-fields.ts";

/** Field labels by field name; a nested field also by the last part of its name. */
export type Labels = Record<string, string>;

/** Somebody saved in between: shows each field that differs, both values side by side. Takes the focus. */
export function StaleNotice({ yours, theirs, labels }: { yours: Fields; theirs: Fields; labels: Labels }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const differing = namesIn(yours, theirs).filter((name) => textOf(yours[name]) !== textOf(theirs[name]));
  return (
    <div ref={box} role="alert" tabIndex={-1} className="rounded-sm border-2 border-warning bg-warning-wash p-4">
      <h2 className="text-xl">Someone else saved this before you</h2>
      <p className="mt-2">
        Your changes are still in the form. “Save mine” replaces their version.
        {differing.length === 0 && " Yours and theirs are the same."}
      </p>
      {differing.length > 0 && (
        <dl className="mt-4 space-y-3">
          {differing.map((name) => (
            <div key={name} className="border-t border-line pt-3">
              <dt className="font-[650]">{labelOf(name, labels)}</dt>
              <dd className="mt-1 grid gap-2 sm:grid-cols-2">
                <Version title="Saved now">{theirs[name]}</Version>
                <Version title="Yours">{yours[name]}</Version>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

function Version({ title, children }: { title: string; children?: string }) {
  return (
    <div>
      <p className="text-sm text-ink-soft">{title}</p>
      <p className="whitespace-pre-wrap break-words">{children ? (children === "on" ? "Yes" : children) : "(empty)"}</p>
    </div>
  );
}

// An unticked box and an empty field may be missing on one side.
function textOf(value: string | undefined): string {
  return (value ?? "").replaceAll("\r\n", "\n").trim();
}

function namesIn(yours: Fields, theirs: Fields): string[] {
  const names = new Set([...Object.keys(theirs), ...Object.keys(yours)]);
  return [...names].filter((name) => name !== "version" && name !== "intent");
}

function labelOf(name: string, labels: Labels): string {
  const parts = name.split(".");
  const last = parts.at(-1) ?? name;
  const row = parts.slice(0, -1).findLast((part) => /^\d+$/.test(part));
  return labels[name] ?? (labels[last] ? `${labels[last]}${row ? ` ${Number(row) + 1}` : ""}` : name);
}
