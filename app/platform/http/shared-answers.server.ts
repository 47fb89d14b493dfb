type Whole = { status: number; headers: [string, string][]; bytes: ArrayBuffer };
type Batch = { askers: AbortSignal[]; answer: Promise<Whole | null> };
type Making = {
  /** To be called when the work begins: whoever asks from then on is not among these. */
  begins: () => void;
  /** Whether all who asked have left. */
  isGone: () => boolean;
};

export type SharedAnswers = {
  /**
   * The answer to a question that is the same for everybody. All who ask it before the work on it has begun get the one
   * answer, so that it is as fresh for each as one of their own. null: turned away. `asker` aborts when they leave.
   */
  ask: (
    question: string,
    asker: AbortSignal,
    make: (making: Making) => Promise<Response | null>,
  ) => Promise<Response | null>;
};

export function createSharedAnswers(): SharedAnswers {
  const open = new Map<string, Batch>();

  function gather(question: string, make: (making: Making) => Promise<Response | null>): Batch {
    const askers: AbortSignal[] = [];
    let isOpen = true;
    const close = () => {
      if (isOpen) open.delete(question);
      isOpen = false;
    };
    const isGone = () => askers.length > 0 && askers.every(({ aborted }) => aborted);
    const answer = make({ begins: close, isGone }).then(wholeOf).finally(close);
    const batch = { askers, answer };
    if (isOpen) open.set(question, batch);
    return batch;
  }

  return {
    async ask(question, asker, make) {
      const batch = open.get(question) ?? gather(question, make);
      batch.askers.push(asker);
      const whole = await batch.answer;
      return whole && new Response(whole.bytes, { status: whole.status, headers: whole.headers });
    },
  };
}

async function wholeOf(response: Response | null): Promise<Whole | null> {
  if (!response) return null;
  return { status: response.status, headers: [...response.headers], bytes: await response.arrayBuffer() };
}
