import { z } from "zod";
import { requiredText } from "#app/platform/typed.ts";

const LONGEST_REPLY = 4000;

export const replyForm = z.object({ text: requiredText("your reply", LONGEST_REPLY) });
