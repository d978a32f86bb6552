import type { LensFile, LensResultName, LensResults } from '@lumenloom/browser-host';
import { plot } from '@lumenloom/plot';
import { Drawing } from '@lumenloom/report';
import { look } from '../../kit/figures/line-plot.tsx';
import { ANALYSES, ANALYSIS_NAMES, type AnalysisName } from './analyses.ts';
import type { Results } from './lens-store.ts';
import styles from './optics-workspace.module.css';

/** Sizes of a panel, px; it is scaled to its place. */
const WIDE = { width: 420, height: 230 };
const SQUARE = { width: 250, height: 290 };

/** A place for an analysis, with the list of all. */
export function AnalysisSlot({
  number,
  analysis,
  results,
  lens,
  onAnalysis,
}: {
  readonly number: number;
  readonly analysis: AnalysisName;
  readonly results: Results;
  readonly lens: LensFile;
  readonly onAnalysis: (analysis: AnalysisName) => void;
}) {
  const { needs, panelsOf, isSquare } = ANALYSES[analysis] as {
    readonly needs: readonly LensResultName[];
    readonly panelsOf: (
      results: Partial<LensResults>,
    ) => ReturnType<(typeof ANALYSES)['spot']['panelsOf']>;
    readonly isSquare?: true;
  };
  const needed = needs.map((name) => results[name]);
  const values = Object.fromEntries(needs.map((name) => [name, results[name]?.value]));
  const isThere = needed.every((result) => result?.value !== undefined);
  const failure = needed.find((result) => result?.failure)?.failure;
  const isOld = failure !== undefined || needed.some((result) => result?.lens !== lens);
  return (
    <figure className={styles.slot}>
      <select
        aria-label={`Analysis ${number}`}
        value={analysis}
        onChange={(event) => onAnalysis(event.target.value as AnalysisName)}
      >
        {ANALYSIS_NAMES.map((name) => (
          <option key={name} value={name}>
            {ANALYSES[name].label}
          </option>
        ))}
      </select>
      {/* The drawing says why the lens cannot be traced at all. */}
      {failure && failure.message !== results.layout?.failure?.message && <p>{failure.message}</p>}
      {isThere && (
        <div className={styles.panels} data-square={isSquare} data-old={isOld || undefined}>
          {panelsOf(values).map((panel, i) => (
            <Drawing key={i} drawn={plot({ ...panel, ...(isSquare ? SQUARE : WIDE), look })} />
          ))}
        </div>
      )}
    </figure>
  );
}
