type Told = {
  /** The demo owner's, right after the demo was filled. */
  signIn: { email: string; password: string } | null;
  /** How to make an admin, while there is none. */
  hint: string | null;
  /** Whether a person reads this: what goes to a file or a service's log must hold no password. */
  isTerminal: boolean;
};

/** What a start prints once the site is open. */
export function openingLines({ publicUrl }: { publicUrl: string }, { signIn, hint, isTerminal }: Told): string[] {
  const open = `Limber Yard is open at ${publicUrl}`;
  return [open, ...(signIn ? demoLines(`${publicUrl}/login`, { signIn, isTerminal }) : []), ...(hint ? [hint] : [])];
}

function demoLines(
  login: string,
  { signIn, isTerminal }: { signIn: { email: string; password: string } } & Pick<Told, "isTerminal">,
) {
  const again = `npm run admin -- create ${signIn.email}`;
  if (!isTerminal)
    return [`The practice's side, with the demo's invented clients: ${again} prints a password for ${login}`];
  return [
    "",
    `The practice's side, with the demo's invented clients: ${login}`,
    `  E-mail    ${signIn.email}`,
    `  Password  ${signIn.password}`,
    `  (shown this once; ${again} makes a new one)`,
    "",
  ];
}
