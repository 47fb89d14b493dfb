import { expect, test } from "vitest";
import { progressLine } from "#scripts/progress-line.ts";

function saidOn(isTTY: boolean): string[] {
  const said: string[] = [];
  const write = (text: string) => said.push(text.trim()) > 0;
  const { tell, end } = progressLine({ isTTY, write } as unknown as NodeJS.WriteStream);
  for (const rows of [0, 516, 1016, 1516, 999_516, 1_000_016]) tell("clients", rows);
  tell("sorting clients_email", 0);
  end();
  // Without what moves the terminal's cursor.
  return said.filter((text) => /^[a-z]/.test(text));
}

test("in a log a line for each new thing, and for each million rows", () => {
  expect(saidOn(false)).toEqual(["clients", "clients: 1,000,016", "sorting clients_email"]);
});

test("on a terminal each thousand, whatever the batches are", () => {
  const counts = ["clients: 1,016", "clients: 999,516", "clients: 1,000,016"];
  expect(saidOn(true)).toEqual(["clients", ...counts, "sorting clients_email"]);
});
