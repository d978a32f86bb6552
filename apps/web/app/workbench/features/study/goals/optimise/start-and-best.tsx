import { Button } from '@mantine/core';
import type { StudyRun } from '@lumenloom/contract';
import { useEffect, useRef, useState } from 'react';
import { WipedPictures } from '../../../../kit/picture/wiped-pictures.tsx';
import { pictureOf } from '../../../../model/run/picture-of.ts';
import { recipeOfRun } from './study-runs.ts';
import type { Experiment } from '../../goal.ts';
import type { Study } from './parts.tsx';

interface Pair {
  /** Number of the best run. */
  readonly run: number;
  readonly start: string;
  readonly best: string;
}

/** The pictures of the start and of the best run so far, one over the other up to a line. */
export function StartAndBest({
  study: { document, runs },
  best,
}: {
  readonly study: Experiment<Study>;
  readonly best: StudyRun;
}) {
  const [pair, setPair] = useState<Pair>();
  const [words, setWords] = useState('');
  const life = useRef<AbortController>(undefined);
  useEffect(() => () => life.current?.abort(), []);
  const first = runs.find(({ run }) => run === 0)!;
  const compute = async (): Promise<void> => {
    const { signal } = (life.current = new AbortController());
    setWords('Computing both pictures…');
    try {
      const start = pair?.start ?? (await pictureOf(recipeOfRun(document, first), signal));
      const found = await pictureOf(recipeOfRun(document, best), signal);
      setPair({ run: best.run, start, best: found });
      setWords('');
    } catch (error) {
      if (!signal.aborted) setWords((error as Error).message);
    }
  };
  return (
    <section>
      <h2>Start and {pair ? `run ${pair.run}` : 'best'}</h2>
      {pair && (
        <WipedPictures
          a={{ name: 'start', address: pair.start }}
          b={{ name: `run ${pair.run}`, address: pair.best }}
          alt={`Run ${pair.run}, the best, under the start`}
        />
      )}
      {pair?.run !== best.run && (
        <Button
          size="xs"
          variant="default"
          disabled={words.endsWith('…')}
          onClick={() => void compute()}
        >
          {pair ? `Show the best, run ${best.run}` : 'Wipe between start and best'}
        </Button>
      )}
      <p role="status">{words}</p>
    </section>
  );
}
