import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import type { FieldErrors, Fields } from "#app/platform/form-fields.ts";
import { LeaveGuard } from "#app/ui/admin/leave-guard.tsx";
import { type Labels, StaleNotice } from "#app/ui/admin/stale-notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/error-summary.tsx";

/** What a save was answered with, when it was not saved. What was typed comes back. */
export type EditReply =
  | { kind: "invalid"; typed: Fields; errors: FieldErrors }
  /** Somebody saved in between: what they saved, and the version it has now. */
  | { kind: "stale"; typed: Fields; theirs: Fields; version: number }
  | { kind: "preview"; typed: Fields };

/** The parts of a field that a form knows. */
export type FieldParts = { name: string; defaultValue: string; error?: string };

export type Edited = {
  field: (name: string) => FieldParts;
  /** The same for a box. */
  tick: (name: string) => { name: string; defaultChecked: boolean };
  errors: FieldErrors;
};

type Props = {
  stored: Fields;
  version: number;
  reply?: EditReply | null;
  labels: Labels;
  /** Shows a button that checks what is typed and shows it as visitors will see it. */
  previews?: boolean;
  saveLabel?: string;
  /** Shown once a preview was asked for, between the fields and the buttons. */
  preview?: (typed: Fields) => ReactNode;
  children: (edited: Edited) => ReactNode;
};

/** A form that keeps what was typed, names what is wrong, and does not save over somebody else's change unseen. */
export function EditForm({ stored, version, reply, labels, previews, saveLabel = "Save", preview, children }: Props) {
  const values = reply?.typed ?? stored;
  const errors = reply?.kind === "invalid" ? reply.errors : {};
  const edited: Edited = {
    errors,
    field: (name) => ({ name, defaultValue: values[name] ?? "", ...(errors[name] && { error: errors[name] }) }),
    tick: (name) => ({ name, defaultChecked: values[name] === "on" }),
  };
  const [typing, setTyping] = useState<unknown>(null);
  const kept = reply?.kind === "stale" ? reply.version : Number(reply?.typed.version ?? version);
  return (
    <Form
      method="post"
      key={`${version} ${reply?.kind === "stale" ? reply.version : ""}`}
      className="space-y-8"
      noValidate
      onChange={() => setTyping(stored)}
    >
      <LeaveGuard unsaved={typing === stored || Boolean(reply)} />
      {reply?.kind === "invalid" && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      {reply?.kind === "stale" && <StaleNotice yours={reply.typed} theirs={reply.theirs} labels={labels} />}
      <input type="hidden" name="version" value={kept} />
      {children(edited)}
      {reply?.kind === "preview" && preview && (
        <Preview key={JSON.stringify(reply.typed)}>{preview(reply.typed)}</Preview>
      )}
      <div className="admin-actions">
        <Button name="intent" value="save">
          {reply?.kind === "stale" ? "Save mine" : saveLabel}
        </Button>
        {previews && (
          <Button name="intent" value="preview" look="outline">
            Preview
          </Button>
        )}
      </div>
    </Form>
  );
}

function Preview({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="preview" className="rounded-md border border-dashed border-edge p-4">
      <h2 id="preview" ref={heading} tabIndex={-1} className="mb-3 text-lg">
        Preview: not saved yet
      </h2>
      {children}
    </section>
  );
}
