import { fingerprint } from "#scripts/bootstrap/fingerprint.mjs";
import { root } from "#scripts/bootstrap/project.mjs";

/** Names the state of what all statements go through, and of the tables they meet: another one is proven anew. */
export function databaseLayer(): string {
  return fingerprint(root, ["app/platform/database", "migrations"]).slice(0, 16);
}
