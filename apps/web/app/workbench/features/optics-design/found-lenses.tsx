import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LensDraft } from './lens-draft.ts';
import type { LensState, LensStore } from './lens-store.ts';
import { TypedText } from './merit-editor.tsx';
import styles from './optics-workspace.module.css';
import type { Found } from './other-starts.ts';
import { meritScale } from './tolerances.ts';

const FIRST_STARTS = '100';

/** A search from other curvatures, and the lenses that it has found. */
export function FoundLenses({
  state,
  store,
}: {
  readonly state: LensState;
  readonly store: LensStore;
}) {
  const { now, found, starting, results } = state;
  const { draft } = now!;
  const [starts, setStarts] = useState(FIRST_STARTS);
  const figures = results.layout?.value?.figures;
  const bends = draft.varied.filter(({ column }) => column === 'radius').length;
  return (
    <section aria-label="Other starts" className={styles.tolerances}>
      <p className={styles.plain}>
        Draws the variable radii at random, at this focal length and aperture, and improves each
        lens by its variable numbers for a small merit.
      </p>
      <div className={styles.line}>
        <label>
          Starts <TypedText label="Starts" value={starts} onType={setStarts} />
        </label>
        {starting ? (
          <Button size="compact-xs" variant="default" onClick={store.stop}>
            Stop
          </Button>
        ) : (
          <Button
            size="compact-xs"
            variant="default"
            disabled={bends === 0 || !figures}
            onClick={() => void store.startOver(starts, figures!)}
          >
            Search
          </Button>
        )}
        <span role="status">
          {starting
            ? starting.all
              ? `start ${starting.done} of ${starting.all}`
              : 'The lens as it is …'
            : bends === 0
              ? 'V in a radius makes it variable.'
              : found
                ? `${found.opened} of ${found.starts} starts became lenses; the best of them and of this one, improved:`
                : 'not searched'}
        </span>
      </div>
      {found && <FoundList found={found} draft={draft} store={store} />}
    </section>
  );
}

/** The lenses that were found; a press takes one. */
function FoundList({
  found: { merit: kind, lenses },
  draft,
  store,
}: {
  readonly found: Found;
  readonly draft: LensDraft;
  readonly store: LensStore;
}) {
  const { unit, factor } = meritScale(kind);
  return (
    <ol className={styles.found}>
      {lenses.map(({ lens, merit, layout: { drawing, figures } }, at) => {
        const shown = `merit ${(merit * factor).toPrecision(3)} ${unit}`;
        const { focalLengthMm, fNumber, lengthMm, distortionPercent } = figures;
        return (
          <li key={at}>
            <button
              type="button"
              onClick={() => store.edit({ ...draft, lens }, `other start ${at + 1}: ${shown}`)}
            >
              <img src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`} alt="" />
              <span>
                <b>{shown}</b> f {focalLengthMm.toPrecision(4)} mm, f/{fNumber.toPrecision(3)},{' '}
                {lengthMm.toPrecision(4)} mm long, distortion {distortionPercent.toPrecision(2)} %
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
