import { PRETEND_KEY, PRETEND_SIGNING_KEY, startPretendStripe } from "#scripts/pretend-stripe.ts";

const PORT = 4242;
const SITE = process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;

const { url } = await startPretendStripe({ port: PORT, hook: `${SITE}/hooks/stripe` });
process.stdout.write(`A pretend Stripe runs at ${url}. It is not Stripe, and no money moves.

In another terminal, start the site so that it asks this one:

  STRIPE_API_URL=${url} OUTBOUND_PRIVATE=${url} npm start

Then, signed in as an owner:
  1. Settings, Payments: take payments, then Payments online. Paste these two and switch on.
       Secret key      ${PRETEND_KEY}
       Signing secret  ${PRETEND_SIGNING_KEY}
  2. Open an appointment, Payment, Let them pay online. Open the link and pay with the pretend card.

Faults to switch (500, silence, lost answers, late and repeated notices, declined cards): ${url}
`);
