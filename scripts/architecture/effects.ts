import { matchesAny } from "#scripts/architecture/glob.ts";
import type { Rule } from "#scripts/architecture/rule.ts";

export const clock: Rule = {
  name: "The clock is read in one file",
  why: "Time is an argument: a rule that asks the machine for it can't be tested for the last Sunday in October, and a test that asks fails one day a year.",
  wayOut:
    "Take `now` as an argument, or use world.clock.now(). A page is told the time by its loader; a test picks an instant.",
  check: ({ sources }) =>
    sources
      .filter(({ path }) => /^(app|migrations|tests)\//.test(path) && path !== "app/platform/clock.server.ts")
      .flatMap(({ path, clockReads }) => clockReads.map((spot) => ({ path, ...spot }))),
};

export const environment: Rule = {
  name: "The environment is read in one file",
  why: "What can be configured stands in one list, is checked at the start, and is told plainly when it is wrong.",
  wayOut: "Add the variable to app/platform/config.server.ts and read world.config.",
  check: ({ sources }) =>
    sources
      .filter(({ path }) => path.startsWith("app/") && path !== "app/platform/config.server.ts")
      .flatMap(({ path, environmentReads }) => environmentReads.map((spot) => ({ path, ...spot }))),
};

// Mails have no style sheet and are never shown as a page of the site.
const MAILS = ["app/**/*emails.tsx", "app/ui/mail-frame.tsx"];
// The theme must be known before the first paint; the text is a constant and carries the nonce.
const OWN_SCRIPTS = ["app/root.tsx", "app/ui/nonce-script.tsx", "app/ui/shell/*.tsx"];

/** Attributes that the Content-Security-Policy would refuse. */
export const riskyAttributes: Rule = {
  name: "No style attributes, no raw HTML",
  why: "The content security policy forbids style attributes, and raw HTML is how a stranger's text becomes a script.",
  wayOut:
    "Use a class, or an attribute of SVG; let React write the text. Structured data goes through the one component for it.",
  check: ({ sources }) =>
    sources
      .filter(({ path }) => path.startsWith("app/") && !matchesAny(path, MAILS))
      .flatMap(({ path, riskyAttributes: spots }) =>
        spots
          .filter(({ what }) => what === "style" || !matchesAny(path, OWN_SCRIPTS))
          .map((spot) => ({ path, ...spot })),
      ),
};
