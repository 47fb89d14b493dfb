import { expect, test } from "vitest";
import { resetSentOf, resetSentTo } from "#app/routes/account/login/reset-sent.server.ts";

const read = (cookie: string) => resetSentOf(new Headers({ cookie }));

test("the address that was typed is read back from its cookie, and nothing that is no address", () => {
  const [pair = ""] = resetSentTo("ada.o'hara+x@example.com").split(";");
  expect(read(`other=1; ${pair}`)).toBe("ada.o'hara+x@example.com");
  for (const forged of ["ly.reset=", "ly.reset=%E0%A4%A", "ly.reset=PHNjcmlwdD4", ""]) expect(read(forged)).toBeNull();
});
