import { PRETEND_KEY, PRETEND_SIGNING_KEY, startPretendStripe } from "#scripts/pretend-stripe.ts";
import { PRETEND_SUMUP, startPretendSumup } from "#scripts/pretend-sumup.ts";

const PORT = 4242;
const SITE = process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;

const { url } = await startPretendStripe({ port: PORT, hook: `${SITE}/hooks/stripe` });
const { url: sumup } = await startPretendSumup({ port: PORT + 1, sends: true });
process.stdout.write(`A pretend Stripe runs at ${url}, a pretend SumUp at ${sumup}. They are neither, and no money moves.

In another terminal, start the site so that it asks these:

  STRIPE_API_URL=${url} SUMUP_API_URL=${sumup} OUTBOUND_PRIVATE=${url},${sumup} npm start

Then, signed in as an owner:
  1. Settings, Payments: take payments, then Payments online. Paste these and switch on.
       Stripe:  Secret key      ${PRETEND_KEY}
                Signing secret  ${PRETEND_SIGNING_KEY}
       SumUp:   Merchant code   ${PRETEND_SUMUP.merchant}
                API key         ${PRETEND_SUMUP.key}
  2. Open an appointment, Payment, Let them pay online. Open the link and pay with the pretend card.

Faults to switch (500, silence, lost answers, late and repeated notices, declined cards): ${url} and ${sumup}
`);
