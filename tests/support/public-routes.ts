import { addresses } from "#tests/support/addresses.ts";

/**
 * Doors of public pages. Anything but a page (a file, a form's action) ends in .ts. Receipts and courses open for their
 * owner alone, the health form where health is on (`health-form.test.ts`), a link to pay by where a seller is paid online
 * (`pay-link.test.ts`), and vouchers where they are sold online (`voucher-bought.test.ts`).
 */
const PUBLIC =
  /^routes\/(website\/(?!pay|voucher-[fgos])|book\/(?!form)|account\/(login\/(login|let-in)|my-appointment\/(?!receipts|paper|waits|courses)|reset-password|verify-email)).*tsx$/;

// Values of the addresses' parameters. A missing one fails the test.
const VALUES: Record<string, readonly string[]> = {
  ":slug": ["deep-tissue-massage", "event-massage"],
  ":region": ["left-calf", "stomach"],
  // Filled in once there is a booking.
  ":secret": ["{secret}"],
  ":hold": ["{hold}"],
  // Where it is too late to move it without asking.
  ":late": ["{late}"],
  ":wait": ["{wait}"],
  ":offer": ["{offer}"],
};

// Each kind of link has a secret of its own.
const SECRETS = [
  [":secret/keep", ":hold/keep"],
  [":secret/ask", ":late/ask"],
  ["/waiting/:token", "/waiting/:wait"],
  ["/waiting/offer/:token", "/waiting/offer/:offer"],
] as const;

// Pages that only a mailed link opens, and those that need a choice.
const QUERIES: Record<string, string> = {
  "/reset-password": "?token=x",
  "/verify-email": "?token=x",
  "/login/let-in": "?token=x",
  "/book/wait": "?service=deep-tissue-massage&minutes=60",
};

export async function publicRoutes(): Promise<string[]> {
  const pages = (await addresses()).filter(({ file }) => PUBLIC.test(file));
  return pages.flatMap(({ path }) =>
    filled(SECRETS.reduce((at, [parameter, own]) => at.replace(parameter, own), path)).map(
      (at) => at + (QUERIES[at] ?? ""),
    ),
  );
}

function filled(path: string): string[] {
  const parameter = /:\w+/.exec(path)?.[0];
  if (!parameter) return [path];
  const values = VALUES[parameter];
  if (!values) throw new Error(`${path}: add a value for ${parameter} in tests/support/public-routes.ts`);
  return values.flatMap((value) => filled(path.replace(parameter, value)));
}
