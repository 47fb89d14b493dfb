import { build } from "#scripts/bootstrap/build.mjs";

/** The tests drive the built site: it is built here unless it stands, before any of them runs. */
export default function setup(): Promise<void> {
  return build();
}
