import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Form, useBeforeUnload, useBlocker } from "react-router";
import type { FieldErrors, Fields, FormReply } from "#app/platform/form-fields.ts";
import { AskDialog } from "#app/ui/admin/ask-dialog.tsx";
import { type Labels, StaleNotice } from "#app/ui/admin/stale-notice.tsx";
import { forgetAllTyped } from "#app/ui/connection/unsent-text.ts";
import { Button, ErrorSummary } from "#app/ui/controls.tsx";

export type EditReply =
  | FormReply<{ kind: "invalid"; errors: FieldErrors }>
  /** Somebody saved in between: their fields, and the present version. */
  | FormReply<{ kind: "conflict"; theirs: Fields; version: number }>
  | FormReply<{ kind: "preview" }>;

export type FieldParts = { name: string; defaultValue: string; error?: string };

export type Edited = {
  field: (name: string) => FieldParts;
  tick: (name: string) => { name: string; defaultChecked: boolean };
  errors: FieldErrors;
};

type Props = {
  stored: Fields;
  version: number;
  reply?: EditReply | null;
  labels: Labels;
  previews?: boolean;
  saveLabel?: string;
  /** Saving asks again who they are, unless they were asked lately (confirm-gate.tsx). */
  confirms?: boolean;
  /** Shown after a preview was requested, between the fields and the buttons. */
  preview?: (typed: Fields) => ReactNode;
  children: (edited: Edited) => ReactNode;
  /** Fields with buttons of their own, after Save: the Enter key presses a form's first button. */
  after?: (edited: Edited) => ReactNode;
};

export function EditForm({
  stored,
  version,
  reply,
  labels,
  previews,
  saveLabel = "Save",
  confirms,
  preview,
  children,
  after,
}: Props) {
  const values = reply?.typed ?? stored;
  const errors = reply?.kind === "invalid" ? reply.errors : {};
  const edited: Edited = {
    errors,
    field: (name) => ({ name, defaultValue: values[name] ?? "", ...(errors[name] && { error: errors[name] }) }),
    tick: (name) => ({ name, defaultChecked: values[name] === "on" }),
  };
  const [typing, setTyping] = useState<unknown>(null);
  const currentVersion = reply?.kind === "conflict" ? reply.version : Number(reply?.typed.version ?? version);
  return (
    <Form
      method="post"
      key={`${version} ${reply?.kind === "conflict" ? reply.version : ""}`}
      className="space-y-8"
      noValidate
      onChange={() => setTyping(stored)}
    >
      <LeaveGuard unsaved={typing === stored || Boolean(reply)} />
      {reply?.kind === "invalid" && <ErrorSummary key={JSON.stringify(errors)} errors={errors} />}
      {reply?.kind === "conflict" && <StaleNotice yours={reply.typed} theirs={reply.theirs} labels={labels} />}
      <input type="hidden" name="version" value={currentVersion} />
      {children(edited)}
      {reply?.kind === "preview" && preview && (
        <Preview key={JSON.stringify(reply.typed)}>{preview(reply.typed)}</Preview>
      )}
      <div className="admin-actions">
        <Button name="intent" value="save" data-confirm={confirms}>
          {reply?.kind === "conflict" ? "Save mine" : saveLabel}
        </Button>
        {previews && (
          <Button name="intent" value="preview" look="outline">
            Preview
          </Button>
        )}
      </div>
      {after?.(edited)}
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

const QUESTION = {
  title: "Leave without saving your changes?",
  body: "What you have typed here would be lost.",
  keep: "Stay",
  doIt: "Leave",
};

/** Warns before unsaved text is lost, on the way to another page of this site or elsewhere. */
function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
      [unsaved],
    ),
  );
  useBeforeUnload(
    useCallback(
      (event) => {
        if (unsaved) event.preventDefault();
      },
      [unsaved],
    ),
  );
  return (
    <AskDialog
      question={QUESTION}
      open={blocker.state === "blocked"}
      onOpenChange={(open) => {
        if (!open && blocker.state === "blocked") blocker.reset();
      }}
      onDo={async () => {
        forgetAllTyped(sessionStorage);
        blocker.proceed?.();
      }}
    />
  );
}

export function FormSection({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="space-y-4 border-t border-line pt-5">
      <legend className="float-left mb-4 w-full text-lg font-[650]">{title}</legend>
      {intro && <p className="clear-both text-ink-soft">{intro}</p>}
      <div className="clear-both space-y-4">{children}</div>
    </fieldset>
  );
}
