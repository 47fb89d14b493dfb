import { type AttackedSite, actorFrom, FORM } from "#tests/proof/attacked-site.ts";
import type { Attack } from "#tests/proof/attacks.ts";
import { PASSWORD, personIn } from "#tests/support/signed-in.ts";

const TRIES = 240;
const AT_ONCE = 8;
const HOME = "198.51.100.20";

/** Wrong passwords for one account from as many addresses as there are tries; then its owner signs in. */
export async function lockOuts(site: AttackedSite): Promise<Attack[]> {
  const { email } = await personIn(site.app, { name: "Olive Owner" });
  const before = await signIn(site, { address: HOME, email, password: PASSWORD });
  const guesses = Array.from({ length: TRIES }, (_, at) => `10.0.${at >> 8}.${at & 255}`).values();
  const guesser = async () => {
    for (const address of guesses) await signIn(site, { address, email, password: `not theirs ${address}` });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, guesser));
  const after = await signIn(site, { address: HOME, email, password: PASSWORD });
  const guessed = await signIn(site, { address: "10.9.9.9", email, password: "not theirs either" });
  return [
    {
      what: "wrong passwords for one account from everywhere",
      sent: TRIES,
      promise: "the owner signs in where they signed in before",
      measured: `before ${before}, after ${after}; the next guess ${guessed}`,
      held: before === 303 && after === before && guessed !== before,
    },
  ];
}

type SignIn = { address: string; email: string; password: string };

async function signIn(site: AttackedSite, { address, email, password }: SignIn): Promise<number> {
  const actor = actorFrom(address, site);
  const body = new URLSearchParams({ username: email, email, password }).toString();
  const { status } = await actor.ask({ path: "/login", method: "POST", headers: FORM, body });
  actor.close();
  return status;
}
