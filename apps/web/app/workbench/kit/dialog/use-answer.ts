import { useEffect, useEffectEvent, useState } from 'react';

/** Typing goes on without an answer to every letter, ms. */
const PAUSE_MS = 150;

/**
 * The answer to a question about what is typed; undefined while it is not known.
 *
 * @param question the text that stands for it.
 */
export function useAnswer<Answer>(
  question: string,
  ask: () => Promise<Answer>,
  onAnswer: (answer: Answer) => void = () => undefined,
): Answer | undefined {
  const [known, setKnown] = useState<{ readonly question: string; readonly answer: Answer }>();
  const answered = useEffectEvent(async (life: AbortSignal) => {
    const answer = await ask();
    if (life.aborted) return;
    setKnown({ question, answer });
    onAnswer(answer);
  });
  useEffect(() => {
    const life = new AbortController();
    const timer = setTimeout(() => void answered(life.signal), PAUSE_MS);
    return () => {
      life.abort();
      clearTimeout(timer);
    };
  }, [question]);
  return known?.question === question ? known.answer : undefined;
}
