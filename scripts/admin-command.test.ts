import { expect, test } from "vitest";
import { adminCommand } from "#scripts/admin-command.ts";

const read = (line: string) => adminCommand(line.split(" ").filter(Boolean));

test("an address alone makes an owner, and roles are named", () => {
  expect(read("create A@b.example")).toEqual({
    kind: "create",
    email: "a@b.example",
    roles: ["owner"],
    therapist: null,
  });
  expect(read("create a@b.example bookkeeper reception")).toMatchObject({ roles: ["reception", "bookkeeper"] });
  expect(read("create a@b.example therapist --therapist=tom-ellery")).toMatchObject({
    roles: ["therapist"],
    therapist: "tom-ellery",
  });
});

test.each(["list", "suspend a@b.example", "reset a@b.example"])("%s is a command", (line) => {
  expect(read(line).kind).toBe(line.split(" ")[0]);
});

test.each([
  "",
  "create",
  "create nobody",
  "create a@b.example gardener",
  "create a@b.example therapist",
  "create a@b.example --therapist=tom-ellery",
  "suspend a@b.example now",
  "delete a@b.example",
  "list a@b.example",
  "list --all",
  "suspend a@b.example --therapist=tom-ellery",
])("%s is answered with how to do it", (line) => {
  expect(read(line)).toMatchObject({ kind: "invalid", message: expect.stringContaining("Usage") });
});
