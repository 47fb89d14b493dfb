import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** Tells mended-errors.js that the framework has shown an answer: to a change, or another page. */
export function Answered(): null {
  const { state } = useNavigation();
  const before = useRef(state);
  useEffect(() => {
    const isChange = before.current === "submitting";
    before.current = state;
    if (state !== "submitting") document.dispatchEvent(new CustomEvent("answered", { detail: { isChange } }));
  }, [state]);
  return null;
}
