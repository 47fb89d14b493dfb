import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS, parseCommand } from "#scripts/bootstrap/commands.mjs";
import { root } from "#scripts/bootstrap/project.mjs";
import { runProgram } from "#tests/support/run-program.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

// These two are other tools' own commands, with their own help.
const { build, fix, ...ours } = (
  JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: Record<string, string> }
).scripts;

test("every command says how it is used, and none is forgotten", () => {
  expect([build, fix]).toEqual(["react-router build", "biome check --write ."]);
  expect(Object.keys(COMMANDS).sort()).toEqual(Object.keys(ours).sort());
});

test.each(Object.entries(ours))("npm run %s -- --help prints its usage and does nothing", async (name, script) => {
  const DATA_DIR = join(temporaryFolder(), "data");
  const [, ...args] = script.replace(/^exec /, "").split(" ");
  const before = readdirSync(root);
  const { code, output, errors } = await runProgram([...args, "--help"], { DATA_DIR });
  expect([code, errors]).toEqual([0, ""]);
  expect(output).toMatch(name === "start" || name === "test" ? `Usage: npm ${name}` : `Usage: npm run ${name}`);
  expect(existsSync(DATA_DIR)).toBe(false);
  expect(readdirSync(root)).toEqual(before);
});

test.each(Object.keys(ours).filter((name) => !COMMANDS[name]?.passes))("npm run %s refuses unknown options", (name) => {
  expect(parseCommand(name, ["--all-of-it"])).toMatchObject({
    kind: "invalid",
    message: expect.stringMatching(/^There is no option --all-of-it\.\nUsage: npm (run )?\S+/),
  });
});

test.each([
  ["start", ["3000"], "3000 is not expected here."],
  ["restore", [], "Something is missing after npm run restore."],
  ["restore", ["one", "two"], "two is not expected here."],
  ["restore", ["one", "--replace=yes"], "--replace takes no value."],
  ["import-firebase", ["--users"], "--users needs a value."],
  ["proof", ["everything"], "everything is not known here."],
  ["proof", ["load", "--rounds=3"], "--rounds does not go with load."],
])("npm run %s with %j says what is wrong, and how it is used", (name, args, sentence) => {
  const typed = parseCommand(name, args);
  expect(typed.kind === "invalid" && typed.message.split("\n").slice(0, 2)).toEqual([
    sentence,
    expect.stringContaining("Usage: npm "),
  ]);
});

test("words, switches and values are read", () => {
  expect(parseCommand("restore", ["--replace", "folder"])).toEqual({
    kind: "typed",
    words: ["folder"],
    flags: { "send-mails": false, replace: true, look: false },
    texts: {},
  });
  expect(parseCommand("proof", ["faults", "--rounds", "3"])).toMatchObject({
    words: ["faults"],
    texts: { rounds: "3" },
  });
});
