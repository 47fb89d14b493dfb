import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ErrorSummary, FieldError } from "#app/ui/controls.tsx";
import { withErrorTitle } from "#app/ui/error-title.ts";

const page = (body: string) => `<html><head><title>Contact | Limber Yard</title></head><body>${body}</body></html>`;

test.each([
  ["a summary", renderToString(<ErrorSummary errors={{ subject: "Enter a subject" }} />)],
  ["an error at its field", renderToString(<FieldError id="x">Enter a subject</FieldError>)],
])("a page with %s says so in its title", (_, body) => {
  expect(withErrorTitle(page(body))).toContain("<title>Error: Contact | Limber Yard</title>");
});

test("a page without errors keeps its title, whatever its text says", () => {
  const typed = renderToString(<p>{' data-field-error="true"'}</p>);
  for (const body of ["<p>All is well</p>", `<p>${typed}</p>`]) expect(withErrorTitle(page(body))).toBe(page(body));
});
