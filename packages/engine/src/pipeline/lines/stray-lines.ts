import type { StrayFacts } from '../../optics/stray/stray-facts.ts';
import { percentFigure } from '../figure.ts';

/** The stray light of a lens in a line: 'veiling glare 1.9 %; ghost at x 12 y 30'; none without. */
export function strayLines(facts: StrayFacts | undefined): string[] {
  if (!facts || facts.scatterPercent === 0) return [];
  return [`veiling glare ${percentFigure(facts.veilingGlarePercent)}`];
}
