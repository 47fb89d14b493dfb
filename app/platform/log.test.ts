import { expect, test } from "vitest";
import { createLog, switchLogLevel, takeErrors } from "#app/platform/log.server.ts";

function written() {
  const lines: string[] = [];
  return { lines, log: createLog("info", { write: (line: string) => void lines.push(line) }) };
}

test("the level is switched while the site runs, and back", () => {
  const { lines, log } = written();
  log.debug("quiet");
  switchLogLevel(log, "info");
  log.debug("heard");
  switchLogLevel(log, "info");
  log.debug("quiet again");
  const said = lines.map((line) => JSON.parse(line));
  expect(said.map(({ msg }) => msg)).toEqual(["the log's level was switched", "heard", "the log's level was switched"]);
  expect(said.map(({ logLevel }) => logLevel)).toEqual(["debug", undefined, "info"]);
});

test("errors are kept for the site's status once, without the error's own words", () => {
  const { log } = written();
  log.warn("no error");
  log.error({ err: new Error("for rosa@example.com"), requestId: "r-1" }, "a page failed");
  expect(takeErrors(log)).toEqual([{ message: "a page failed", requestId: "r-1" }]);
  expect(takeErrors(log)).toEqual([]);
});
