import { createContext, useContext } from "react";
import type { Permission } from "#app/platform/permissions.ts";

/** What the viewer may do, as `abilitiesOf` has it; null: everything. */
export const Abilities = createContext<readonly string[] | null>(null);

/** Whether to show a control: the server asks again, below the door. */
export function useMay(): (...permission: Permission) => boolean {
  return mayOf(useContext(Abilities));
}

/** Whether it is their own diary's alone that they may do this to: its pages speak of `your`. */
export function useOwnOnly(): (...permission: Permission) => boolean {
  const abilities = useContext(Abilities);
  return (verb, noun) => abilities?.includes(`${verb} own ${noun}`) ?? false;
}

/** Whether a figure leads to its appointments: a list of their own would not hold what the whole practice's counts. */
export function useFiguresOpen(): boolean {
  return figuresOpenFor(useContext(Abilities));
}

export function figuresOpenFor(abilities: readonly string[] | null): boolean {
  if (!mayOf(abilities)("see", "appointments")) return false;
  return !abilities?.includes("see own appointments") || abilities.includes("see own figures");
}

export function mayOf(abilities: readonly string[] | null): (...permission: Permission) => boolean {
  return (...permission) => abilities === null || abilities.includes(permission.join(" "));
}
