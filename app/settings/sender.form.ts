import { z } from "zod";
import { emailAddress, optionalText } from "#app/platform/typed.ts";

const LONGEST_NAME = 60;

const name = optionalText("the name", LONGEST_NAME).refine(
  (typed) => !/[\r\n\t\u2028\u2029]/.test(typed),
  "Write the name in one line",
);

const address = (what: string) => emailAddress(what, optionalText(what, 254));

export const senderForm = z.object({
  name,
  address: address("the sender’s address"),
  replyTo: address("the address for replies"),
});
