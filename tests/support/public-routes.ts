import { addresses } from "#tests/support/addresses.ts";

/** Doors of pages that anybody may open. What is no page (a file, a form's end) ends in .ts. */
const PUBLIC = /^routes\/(website\/|book\/|account\/(login\/login|my-appointment\/|reset-password|verify-email)).*tsx$/;

// What stands for the parameters of an address. One that is not here fails the test that meets it.
const VALUES: Record<string, readonly string[]> = {
  ":slug": ["deep-tissue-massage", "event-massage"],
  // Filled in once there is a booking.
  ":secret": ["{secret}"],
};

// Pages that are reached by a mail's link alone.
const QUERIES: Record<string, string> = { "/reset-password": "?token=x", "/verify-email": "?token=x" };

/** Every page of app/routes.ts that anybody may read, by an address of it. */
export async function publicRoutes(): Promise<string[]> {
  const pages = (await addresses()).filter(({ file }) => PUBLIC.test(file));
  return pages.flatMap(({ path }) => filled(path).map((at) => at + (QUERIES[at] ?? "")));
}

function filled(path: string): string[] {
  const parameter = /:\w+/.exec(path)?.[0];
  if (!parameter) return [path];
  const values = VALUES[parameter];
  if (!values) throw new Error(`${path}: add a value for ${parameter} in tests/support/public-routes.ts`);
  return values.flatMap((value) => filled(path.replace(parameter, value)));
}
