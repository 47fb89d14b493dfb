import { build } from "#scripts/bootstrap/build.mjs";

/** Builds the site before the first test, unless the build is up to date. */
export default function setup(): Promise<void> {
  return build();
}
