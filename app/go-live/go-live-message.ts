import { z } from "zod";
import type { Due, MessageKinds } from "#app/outbox/message.ts";

export const GO_LIVE_TEST = "go-live-test";

export const goLiveMessages = {
  [GO_LIVE_TEST]: { title: "Test mail", data: z.object({ code: z.string() }) },
} as const satisfies MessageKinds;

export function testMessage(code: string): Due {
  return { kind: GO_LIVE_TEST, subject: { kind: GO_LIVE_TEST, id: code }, data: { code } };
}
