import { Button } from '@mantine/core';
import { useState } from 'react';
import type { LensState, LensStore } from './lens-store.ts';
import { TypedText } from './merit-editor.tsx';
import styles from './optics-workspace.module.css';
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
  const { unit, factor } = meritScale(found?.merit ?? 'spot');
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
                ? `${found.opened} of ${found.starts} starts became lenses; the best that differ:`
                : 'not searched'}
        </span>
      </div>
      {found && (
        <ol className={styles.found}>
          {found.lenses.map(({ lens, merit, layout: { drawing, figures: of } }, at) => {
            const shown = (merit * factor).toPrecision(3);
            return (
              <li key={at}>
                <button
                  type="button"
                  onClick={() =>
                    store.edit({ ...draft, lens }, `other start ${at + 1}: merit ${shown} ${unit}`)
                  }
                >
                  <img
                    src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`}
                    alt=""
                  />
                  <span>
                    <b>
                      merit {shown} {unit}
                    </b>{' '}
                    f {of.focalLengthMm.toPrecision(4)} mm, f/{of.fNumber.toPrecision(3)},{' '}
                    {of.lengthMm.toPrecision(4)} mm long, distortion{' '}
                    {of.distortionPercent.toPrecision(2)} %
                  </span>
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
