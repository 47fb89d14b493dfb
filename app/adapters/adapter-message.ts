import { z } from "zod";
import { ADAPTER_NAMES, type AdapterName } from "#app/adapters/adapter.ts";
import type { Due, MessageKinds } from "#app/outbox/message.ts";

const NAMES = Object.keys(ADAPTER_NAMES) as [AdapterName];

export const adapterMessages = {
  "adapter-failing-practice": { title: "Another system does not work", data: z.object({ adapter: z.enum(NAMES) }) },
} as const satisfies MessageKinds;

export function adapterMessage(adapter: AdapterName): Due {
  return { kind: "adapter-failing-practice", subject: { kind: "adapter", id: adapter }, data: { adapter } };
}
