import { expect, test } from "vitest";
import { bodies } from "#scripts/architecture/bodies.ts";
import { houseOf } from "#scripts/architecture/house.ts";

function findings(path: string, text: string): string[] {
  return bodies.check(houseOf({ [path]: text })).map(({ line, what }) => `${line} ${what}`);
}

test.each([
  "await request.formData();",
  "await request.json();",
  "await request.text();",
  "await request.arrayBuffer();",
  "await request.clone().json();",
  "await args.request.formData();",
  'await request["formData"]();',
  "await context.req.json();",
  "pipe(request.body);",
  "const { body } = request;",
])("a route that reads by itself is missed: %s", (text) => {
  expect(findings("app/routes/book/new.ts", text)).toHaveLength(1);
});

test("a test, an answer and the files that read for everybody are let be", () => {
  expect(findings("app/routes/book/new.test.ts", "await request.json();")).toEqual([]);
  expect(findings("app/ui/fetching.ts", "await response.json(); new Response().body; Response.json(request);")).toEqual(
    [],
  );
  expect(findings("app/platform/http/request.server.ts", "await request.formData();")).toEqual([]);
});
