import { createContext, type MiddlewareFunction, type RouterContextProvider, replace } from "react-router";
import { type Actor, visitor } from "#app/accounts/actor.ts";

const actorContext = createContext<Actor>(visitor);

/** On the layout route of a part that is for admins alone: anybody else goes to `/` (specification section 6). */
export const adminsOnly: MiddlewareFunction<Response> = async ({ context }) => {
  if (actorOf(context).kind !== "admin") throw replace("/");
};

/** Who is asking, as a command wants it. Nobody is known yet, so that every guard stays closed. */
export function actorOf(context: Readonly<RouterContextProvider>): Actor {
  return context.get(actorContext);
}
