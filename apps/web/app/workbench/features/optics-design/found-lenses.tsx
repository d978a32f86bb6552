import { useState } from 'react';
import type { LensDraft } from './lens-draft.ts';
import type { LensState, LensStore } from './lens-store.ts';
import { LongWorkLine } from './long-work-line.tsx';
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
        <LongWorkLine
          label="Search"
          canStart={bends > 0 && figures !== undefined}
          progress={starting}
          part="start"
          first="The lens as it is …"
          idle={
            bends === 0
              ? 'V in a radius makes it variable.'
              : found
                ? `${found.opened} of ${found.starts} starts became lenses; the best of them and of this one, improved:`
                : 'not searched'
          }
          onStart={() => void store.startOver(starts, figures!)}
          onStop={store.stop}
        />
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
