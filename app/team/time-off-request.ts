import { z } from "zod";
import { requiredText } from "#app/platform/form-schemas.ts";

export type TimeOffState = "open" | "confirmed" | "declined" | "withdrawn";

/** What a therapist asks to be off: local dates, and wall minutes of each unless it is all day. */
export type TimeOffRequest = {
  id: string;
  therapistId: string;
  askedBy: string;
  requestedAt: number;
  firstDay: string;
  lastDay: string;
  fromMinute: number | null;
  toMinute: number | null;
  /** For the owners alone. */
  reason: string | null;
  publicNote: string | null;
  state: TimeOffState;
  /** The user who has answered; null: nobody, or somebody who has left. */
  answeredBy: string | null;
  /** Why it was declined. */
  answer: string | null;
};

/** The request before it is stored. */
export type OpenTimeOffRequest = Omit<TimeOffRequest, "state" | "answeredBy" | "answer">;

/** Why a request is declined: its therapist reads it, by mail and under Hours. */
export const declineForm = z.object({ answer: requiredText("why, in a few words", 300) });
