import { z } from "zod";
import { requiredText } from "#app/platform/typed.ts";

export const LONGEST_REPLY = 4000;

/** What the practice writes back. */
export const replyForm = z.object({ text: requiredText("your reply", LONGEST_REPLY) });
