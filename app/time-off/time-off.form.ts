import { z } from "zod";
import { requiredText } from "#app/platform/typed.ts";

/** Why a request is declined: its therapist reads it, by mail and under Hours. */
export const declineForm = z.object({ answer: requiredText("why, in a few words", 300) });
