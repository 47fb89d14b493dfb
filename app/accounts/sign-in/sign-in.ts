/** What a person can show to prove who they are. An unlocked passkey is two factors in one. */
export type Proof = "password" | "google" | "passkey" | "code";
export type FirstProof = Exclude<Proof, "code">;

/** The state of one sign-in. `code-needed`: the account needs a second factor. Only `complete` opens a session. */
export type SignIn =
  | { kind: "begun" }
  | { kind: "code-needed"; userId: string; by: FirstProof }
  | { kind: "complete"; userId: string };

export const BEGUN: SignIn = { kind: "begun" };

/** The state after one more proof. A proof that adds nothing, such as a code on its own, leaves it unchanged. */
export function afterProof(
  signIn: SignIn,
  { proof, userId }: { proof: Proof; userId: string },
  account: { twoFactor: boolean },
): SignIn {
  if (proof === "passkey") return { kind: "complete", userId };
  if (proof === "code") {
    return signIn.kind === "code-needed" && signIn.userId === userId ? { kind: "complete", userId } : signIn;
  }
  // A second first factor is no second factor: password and Google, in either order, still need the code.
  return account.twoFactor ? { kind: "code-needed", userId, by: proof } : { kind: "complete", userId };
}

/** How long a pending sign-in waits for its code, in ms. */
export const SIGN_IN_LIFE = 600_000;
