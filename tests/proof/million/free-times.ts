import { addDays } from "#app/platform/date-time.ts";
import { processorTimeOf, type Watched } from "#tests/proof/million/processor-time.ts";

const ROUNDS = 5;
const ASKED = 40;

export type Asked = { url: string; watched: Watched };

/** The processor time of an answer with free times of a month, in ms: the best of rounds in turn, as others work too. */
export async function freeTimes(few: Asked, many: Asked, today: string): Promise<{ few: number; many: number }> {
  const best = { few: Number.POSITIVE_INFINITY, many: Number.POSITIVE_INFINITY };
  for (let round = 0; round <= ROUNDS; round++) {
    const found = { few: await perAnswer(few, today), many: await perAnswer(many, today) };
    // The first warms up.
    if (round === 0) continue;
    best.few = Math.min(best.few, found.few);
    best.many = Math.min(best.many, found.many);
  }
  return best;
}

// Another month each time, so that no answer is one that is kept.
async function perAnswer({ url, watched }: Asked, today: string): Promise<number> {
  const before = processorTimeOf(watched);
  for (let number = 0; number < ASKED; number++) {
    const [from, to] = [addDays(today, 1 + number), addDays(today, 31 + number)];
    const answer = await fetch(`${url}/api/availability?service=sport-foot-massage&from=${from}&to=${to}`);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`Free times were answered with ${answer.status}`);
  }
  return (processorTimeOf(watched) - before) / ASKED;
}
