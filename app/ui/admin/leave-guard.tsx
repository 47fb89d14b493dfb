import { useCallback } from "react";
import { useBeforeUnload, useBlocker } from "react-router";
import { AskDialog } from "#app/ui/admin/ask-dialog.tsx";

const QUESTION = {
  title: "Leave without saving your changes?",
  body: "What you have typed here would be lost.",
  keep: "Stay",
  doIt: "Leave",
};

/** Asks before what was typed is lost: on the way to another page of ours, and to anywhere else. */
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
      onDo={async () => blocker.proceed?.()}
    />
  );
}
