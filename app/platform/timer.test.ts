import { expect, test } from "vitest";
import { createLog } from "#app/platform/log.server.ts";
import { stopAll } from "#app/platform/timer.server.ts";

test("one that fails to stop ends nothing that another still does", async () => {
  const sending = Promise.withResolvers<void>();
  let isOver = false;
  const stopping = stopAll([() => Promise.reject(new Error("no")), () => sending.promise], createLog("silent")).then(
    () => {
      isOver = true;
    },
  );
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  sending.resolve();
  await stopping;
  expect(isOver).toBe(true);
});
