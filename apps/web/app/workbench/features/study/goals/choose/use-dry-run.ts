import { useEffect, useState } from 'react';
import type { ChoiceDryRun } from '@lumenloom/contract';

/** How long nothing more is typed before the server is asked, ms. */
const QUIET_MS = 250;

/** What is left of a plan, with its text; or why the server cannot say it. */
export interface Looked {
  readonly text: string;
  readonly left?: ChoiceDryRun;
  readonly problem?: string;
}

/**
 * Asks the server what the requirements of a plan leave, at every change of it.
 *
 * @param text of the plan, as JSON; '' asks nothing.
 */
export function useDryRun(text: string): Looked | undefined {
  const [looked, setLooked] = useState<Looked>();
  useEffect(() => {
    if (text === '') return undefined;
    const asking = new AbortController();
    const { signal } = asking;
    const timer = setTimeout(() => {
      const ask = async (): Promise<void> => {
        const { lookAtPlan } = await import('../../../../../api/goals.ts');
        setLooked({ text, left: await lookAtPlan(JSON.parse(text) as object, signal) });
      };
      ask().catch((error: unknown) => {
        if (!signal.aborted) setLooked({ text, problem: (error as Error).message });
      });
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [text]);
  return text === '' ? undefined : looked;
}
