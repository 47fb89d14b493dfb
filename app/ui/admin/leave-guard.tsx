import { useCallback } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { AskDialog } from "#app/ui/admin/ask-dialog.tsx";
import { forgetAllTyped } from "#app/ui/connection/unsent-text.ts";

const QUESTION = {
  title: "Leave without saving your changes?",
  body: "What you have typed here would be lost.",
  keep: "Stay",
  doIt: "Leave",
};

/** Warns before unsaved text is lost, on the way to another page of this site or elsewhere. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
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
