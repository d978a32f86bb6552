import { useEffect, useState } from 'react';
import { choosableOf, findChoosable } from './choosable.ts';

/** Networks and data sets that there are now; of files none until they have come. */
export function useChoosable(): ReturnType<typeof choosableOf> {
  const [found, setFound] = useState<Parameters<typeof choosableOf>[0]>({
    datasets: [],
    files: [],
    absent: new Map(),
  });
  useEffect(() => {
    let isStale = false;
    void findChoosable().then((next) => {
      if (!isStale) setFound(next);
    });
    return () => {
      isStale = true;
    };
  }, []);
  return choosableOf(found);
}
