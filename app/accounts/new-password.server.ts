import { randomInt } from "node:crypto";

/** Twenty letters and digits that can't be mistaken for each other: about 97 bits. */
export function newPassword(): string {
  const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
  const letters = Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return letters.replace(/(.{5})(?=.)/g, "$1-");
}
