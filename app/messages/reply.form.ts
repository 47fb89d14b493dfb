import { z } from "zod";
import { requiredText } from "#app/platform/form-schemas.ts";

const LONGEST_REPLY = 4000;

export const replyForm = z.object({ text: requiredText("your reply", LONGEST_REPLY) });
