import type { Role } from "#app/accounts/user.ts";

export const SHORTEST_PASSWORD = 10;
export const SHORTEST_ADMIN_PASSWORD = 15;
export const LONGEST_PASSWORD = 128;
export const GUESSABLE = "Choose a password that is harder to guess";

/** Who the password is for. `practice`: the name of the practice. */
export type Owner = Access & { email: string; username: string; practice: readonly string[] };

type Access = { role: Role; staff?: object | null; twoFactor: boolean };

/** Longer for whoever works here and has no second factor: they see the clients' data. */
export function shortestPassword({ role, staff, twoFactor }: Access): number {
  return (role === "admin" || staff) && !twoFactor ? SHORTEST_ADMIN_PASSWORD : SHORTEST_PASSWORD;
}

/**
 * Why a password is refused, or null. Taken as typed, with no rules of composition; refuses what is guessed first:
 * common passwords, and the names of the practice and the person.
 */
export function passwordProblem(password: string, owner: Owner): string | null {
  const shortest = shortestPassword(owner);
  const length = [...password].length;
  if (length < shortest) return `Your password must be at least ${shortest} characters`;
  if (password.length > LONGEST_PASSWORD) return `Your password must be ${LONGEST_PASSWORD} characters or fewer`;
  return isGuessable(password, owner) ? GUESSABLE : null;
}

function isGuessable(password: string, owner: Owner): boolean {
  const plain = bare(password);
  if (new Set(plain).size < 4) return true;
  // A year or a sign at either end makes a common word no harder to guess.
  const core = bare(password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
  if (COMMON_PASSWORDS.has(plain) || COMMON_PASSWORDS.has(core)) return true;
  return isNames(password, [
    owner.email,
    owner.email.split("@")[0] ?? "",
    owner.username,
    "limberyard",
    ...owner.practice,
  ]);
}

/** Whether a password is little more than names: years, digits and signs around them add nothing. */
function isNames(password: string, names: readonly string[]): boolean {
  const letters = [...password].flatMap((sign) => [...folded(sign)].map((letter) => ({ letter, sign })));
  const text = letters.map(({ letter }) => letter).join("");
  const covered = new Set<number>();
  // Each name as a whole and word by word, so that `Limber Yard` is found in `yard-2026-limber`.
  for (const name of names.flatMap((one) => [one, ...one.split(/[^\p{L}\p{N}]+/u)]).map(folded)) {
    if (name.length < SHORTEST_NAME) continue;
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      for (let index = at; index < at + name.length; index++) covered.add(index);
    }
  }
  const others = letters.filter(({ sign }, index) => !covered.has(index) && /\p{L}/u.test(sign));
  return covered.size > 0 && others.length < FEWEST_OTHER_LETTERS;
}

const SHORTEST_NAME = 3;
const FEWEST_OTHER_LETTERS = 4;

// Without case and accents, and with lookalikes as one letter: `1`, `!` and `l` become `i`.
function folded(text: string): string {
  const lookalikes: Record<string, string> = {
    "@": "a",
    "4": "a",
    "8": "b",
    "3": "e",
    "1": "i",
    "!": "i",
    "|": "i",
    l: "i",
    "0": "o",
    $: "s",
    "5": "s",
    "7": "t",
  };
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return [...plain]
    .map((letter) => lookalikes[letter] ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

// `P@ssw0rd 1!` is guessed as soon as `password1`.
function bare(text: string): string {
  const letters: Record<string, string> = { "@": "a", "0": "o", "3": "e", $: "s", "5": "s", "1": "i", "!": "i" };
  const lower = text.toLowerCase();
  const swapped = [...lower].map((letter) => letters[letter] ?? letter).join("");
  return (/[a-z]/.test(lower) ? swapped : lower).replace(/[^\p{L}\p{N}]/gu, "");
}

// The commonest passwords of public lists and words of this trade, normalised as `password.ts` compares them: lower
// case, letters in place of digits and signs.
const WORDS = `
0000000000 0123456789 0987654321 1029384756 1111111111 1122334455 1212121212 123123123123 12344321 1234512345
123454321 123456789 1234567890 1234567891 12345678910 147258369 9876543210 aaaaaaaaaa aabbccddee abcdefg
abcdefghij abcdefghijk abcdefghijklmnop abcdi2e abcdi2e4 abci2e access admin adminadmin administrator
aib2ced4es alexander amanda andrew angel angels appointment arsenal asdfasdf asdfghjkl asdfghjklqwerty asdfi2e
asdfi2e4 ashley autumn babygirl banana baseball basketball batman beautiful birmingham blessed blinki blinki82
booking buster butterfly cambridge celtic changeme charlie charlotte chelsea chocolate christian computer
cookie correcthorse correcthorsebatterystaple daisy daniel december default dragon elizabeth england everton
facebook family february ferrari flower football forever freedom friday friends george ginger godisgood google
guest hannah happiness harley hockey hunter iloveyou iloveyoumore iloveyouso injury instagram internet iq2wee4r
iq2wee4rst iq2wee4rst6y iqaz2wsxeedc iqazxsw iqazxsw2 ireland january jennifer jessica jesuschrist jonathan
jordan joshua killer letmein letmeinnow letmeinplease linkedin liverpool london londonlondon lovelove loveyou
manchester manchesterunited massage master matthew maverick mercedes metallica michael michelle microsoft
minecraft monday monkey mustang mypassword netflix newcastle newpassword nicole nirvana november october
opensesame orange passi2e passi2e4 passpass passphrase password passwordi2e passwordi2e4 passwordpassword
passwort pepper phoenix physio playstation pokemon porsche precious princess purple qazwsxedc qazwsxedcrfv
qiw2eer4ts qiw2eer4tsy qiw2eer4tsy6 qweasd qweasdzxc qweri2e qweri2e4 qwerqwer qwerty qwertyi2e qwertyui
qwertyuiop qwertyuiopasdf rainbow ranger rangers relaxation robert root samantha samsung scotland secret
september shadow slipknot soccer sparkle sportsmassage spring starwars summer sunshine superman sweetheart
temporary temppassword test testing testpassword testtest thepassword therapist therapy thomas thunder
tottenham trustnoi twitter unicorn unitedkingdom victoria wales welcome welcomehome wellbeing wellness whatever
windows winter yellow yorkshire yourpassword youtube zaqi2wsx zaqixsw2cdee zxcvbnm zxcvzxcv
`;

const COMMON_PASSWORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean));
