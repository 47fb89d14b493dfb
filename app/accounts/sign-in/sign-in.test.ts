import { expect, test } from "vitest";
import { afterProof, BEGUN, type Proof, type SignIn } from "#app/accounts/sign-in/sign-in.ts";

const PROOFS: readonly Proof[] = ["password", "google", "passkey", "code"];
const orders = upTo(3).filter((order) => order.length > 0);

test.each(orders.map((order) => [order.join(", "), order] as const))("%s", (_name, order) => {
  expect(end(order, { twoFactor: false })).toBe(order.some((proof) => proof !== "code") ? "complete" : "begun");
  // Complete by a passkey, or by a code after another first factor.
  const first = order.findIndex((proof) => proof === "password" || proof === "google");
  const isCodeAfterIt = first >= 0 && order.includes("code", first + 1);
  const withTwo = order.includes("passkey") || isCodeAfterIt ? "complete" : first >= 0 ? "code-needed" : "begun";
  expect(end(order, { twoFactor: true })).toBe(withTwo);
});

test("a code completes the sign-in of its own account alone", () => {
  const account = { twoFactor: true };
  const pat = afterProof(BEGUN, { proof: "password", userId: "pat" }, account);
  expect(afterProof(pat, { proof: "code", userId: "sam" }, account)).toEqual(pat);
  const sam = afterProof(pat, { proof: "google", userId: "sam" }, account);
  expect(afterProof(sam, { proof: "code", userId: "pat" }, account)).toEqual(sam);
  expect(afterProof(sam, { proof: "code", userId: "sam" }, account)).toEqual({ kind: "complete", userId: "sam" });
});

function end(order: readonly Proof[], account: { twoFactor: boolean }): SignIn["kind"] {
  let signIn: SignIn = BEGUN;
  for (const proof of order) {
    if (signIn.kind === "complete") break;
    signIn = afterProof(signIn, { proof, userId: "pat" }, account);
  }
  return signIn.kind;
}

// Every order of up to so many proofs, with repetitions.
function upTo(length: number): Proof[][] {
  if (length === 0) return [[]];
  const shorter = upTo(length - 1);
  const longest = shorter.filter((order) => order.length === length - 1);
  return [...shorter, ...longest.flatMap((order) => PROOFS.map((proof) => [...order, proof]))];
}
