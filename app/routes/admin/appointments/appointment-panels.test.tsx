import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { AttendanceButtons } from "#app/routes/admin/appointments/appointment-panels.tsx";

function markup(props: { hasBegun: boolean; isOff: boolean }): string {
  const all = { id: "one", attendance: "expected", words: "Not here yet", ...props } as const;
  const Stub = createRoutesStub([{ path: "/", Component: () => createElement(AttendanceButtons, all) }]);
  return renderToStaticMarkup(createElement(Stub));
}

test("nobody can have come while the therapist is off", () => {
  expect(markup({ hasBegun: false, isOff: false })).toContain("Arrived");
  expect(markup({ hasBegun: false, isOff: true })).not.toContain("Arrived");
  expect(markup({ hasBegun: true, isOff: true })).not.toMatch(/Arrived|Attended/);
  expect(markup({ hasBegun: true, isOff: true })).toContain("Did not attend");
});
