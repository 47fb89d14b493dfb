import { chanceOf } from "#app/demo/chance.ts";

/** `visits`: about how many weeks lie between two. `joins`: the plan's week of their first; 0: they always came. */
export type DemoPerson = { name: string; email: string; phone: string; visits: number; joins: number };

const NAMES = `Amelia Rowntree, Mohammed Iqbal, Chloe Pemberton, Kwame Asante, Siobhan Gallagher, Daniel Ashworth,
  Aisha Rahman, Gareth Llewellyn, Zofia Wiśniewska, Marcus Bellamy, Harpreet Gill, Freya Lindqvist, Callum Drummond,
  Nadia Haddad, Oliver Thistlewood, Ngozi Okafor, Beth Carmichael, Tomasz Nowak, Priyanka Desai, Rory McAllister,
  Hannah Wexford, Samuel Adeyemi, Eleri Prosser, Jack Holloway, Mei-Ling Chow, Lewis Garforth, Fatima Siddiqui,
  Isla Macrae, Dev Chaudhary, Grace Hollis, Piotr Zieliński, Leah Goldberg, Connor Byrne, Yasmin Farouk,
  Edward Quill, Tamara Joseph, Niamh Doherty, Ravi Menon, Poppy Larkspur, Joshua Tindall, Ioana Popescu,
  Alastair Kerr, Shanice Campbell, Ben Whitlock, Catrin Meredith, Hamza Yusuf, Lucy Fairbrother, Owen Pritchard,
  Rosa Delgado, Tariq Aziz, Megan Stott, Victor Mensah, Kirsty Buchan, Anil Kapadia, Ruth Ellwood, Dominic Sayer,
  Elif Demir, Nathan Crabtree, Moira Sinclair, Jamie Okonkwo`;

const DOMAINS = ["example.com", "example.org", "example.net"];

const REGULARS = 22;
const FOUNDERS = 34;

export function demoPeople(seed: string, weeks: number): DemoPerson[] {
  const chance = chanceOf(`${seed} people`);
  const names = NAMES.split(",").map((name) => name.trim());
  return names.map((name, index) => ({
    name,
    email: `${plain(name)}@${chance.oneOf(DOMAINS)}`,
    phone: phoneOf(index),
    visits: index < REGULARS ? 1 + chance.below(2) : 3 + chance.below(5),
    joins: index < FOUNDERS ? 0 : Math.floor(((index - FOUNDERS) * weeks) / (names.length - FOUNDERS)),
  }));
}

/** Of Ofcom's ranges for drama. */
function phoneOf(index: number): string {
  const last = 211 + index * 13;
  return index % 7 === 6 ? `+441632960${last}` : `+447700900${last}`;
}

function plain(name: string): string {
  const ascii = name
    .replaceAll("ł", "l")
    .normalize("NFD")
    .replace(/[^a-z -]/gi, "");
  return ascii.toLowerCase().replaceAll(" ", ".");
}
