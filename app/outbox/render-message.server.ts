import type { Mail } from "#app/outbox/mail.ts";
import type { DataOf, MessageKinds } from "#app/outbox/message.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** Renders a message when it is sent, from the facts at that time. Null: there is nothing left to say. */
export type Renderer = (app: AppContext, data: unknown) => Promise<Mail | null>;

/** Renderers by kind of message: every room declares its own. */
export type Renderers = Readonly<Record<string, Renderer>>;

/** A room's renderers with their data checked: data that doesn't fit is an error and sends nothing. */
export function renderersOf<Kinds extends MessageKinds>(
  kinds: Kinds,
  write: { [Kind in keyof Kinds]: (app: AppContext, data: DataOf<Kinds, Kind>) => Promise<Mail | null> },
): { [Kind in keyof Kinds]: Renderer } {
  const renderers = Object.entries(kinds).map(([kind, { data }]): [string, Renderer] => [
    kind,
    (app, sent) => write[kind as keyof Kinds](app, data.parse(sent) as never),
  ]);
  return Object.fromEntries(renderers) as { [Kind in keyof Kinds]: Renderer };
}
