import { pageText } from '../static-page.tsx';
import type { TwinPage, TwinShown } from './results.ts';
import { TwinReport } from './twin-report.tsx';

/**
 * A twin as an HTML file that needs neither another nor a script.
 *
 * @param twin content of twin.json.
 * @param madeBy the program, in a sentence.
 */
export function twinPageText({ lens, ...twin }: TwinShown, madeBy: string): string {
  const { illumination } = lens;
  const page: TwinPage = {
    ...twin,
    madeBy,
    illumination: illumination && {
      at: illumination.at,
      value: illumination.share,
      interval: illumination.interval,
    },
  };
  return pageText(`${page.name}: twin`, <TwinReport page={page} />);
}
