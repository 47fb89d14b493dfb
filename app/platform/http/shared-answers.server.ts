type Whole = { status: number; headers: [string, string][]; bytes: ArrayBuffer };
type Batch = { isOpen: boolean; answer: Promise<Whole | null> };

export type SharedAnswers = {
  /**
   * The answer to a question that is the same for everybody. All who ask it before the work on it has begun get the one
   * answer, so that it is as fresh for each as one of their own. `make` says when it begins; null: turned away.
   */
  ask: (question: string, make: (begins: () => void) => Promise<Response | null>) => Promise<Response | null>;
};

export function createSharedAnswers(): SharedAnswers {
  const open = new Map<string, Batch>();

  function gather(question: string, make: (begins: () => void) => Promise<Response | null>): Batch {
    const close = () => {
      batch.isOpen = false;
      if (open.get(question) === batch) open.delete(question);
    };
    const batch: Batch = { isOpen: true, answer: Promise.resolve(null) };
    batch.answer = make(close).then(wholeOf).finally(close);
    if (batch.isOpen) open.set(question, batch);
    return batch;
  }

  return {
    async ask(question, make) {
      const whole = await (open.get(question) ?? gather(question, make)).answer;
      return whole && new Response(whole.bytes, { status: whole.status, headers: whole.headers });
    },
  };
}

async function wholeOf(response: Response | null): Promise<Whole | null> {
  if (!response) return null;
  return { status: response.status, headers: [...response.headers], bytes: await response.arrayBuffer() };
}
