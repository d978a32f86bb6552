import { useMemo, useSyncExternalStore } from 'react';
import { illuminants } from '@lumenloom/engine/catalogue';
import type { PageHandle } from '../../root.tsx';
import { pageMeta } from '../../page-meta.ts';
import { readSpectrum, type ShownSpectrum } from '../model/spectrum-address.ts';
import { SpectrumPlot } from './spectrum-plot.tsx';
import styles from './spectrum-page.module.css';

export const handle: PageHandle = { surround: 'dark' };

export const meta = pageMeta({
  path: '/spectrum',
  title: 'Spectrum',
  description: 'The spectral energy of a light, from 400 to 700 nm.',
  isUnlisted: true,
});

function onHashChange(notify: () => void): () => void {
  window.addEventListener('hashchange', notify);
  return () => window.removeEventListener('hashchange', notify);
}

/** The unit that the numbers are in (docs/reference/protocol.md#f3). */
function energyLabel({ label, luminance }: ShownSpectrum): string {
  if (luminance !== '') return 'Energy (W sr⁻¹ m⁻² nm⁻¹)';
  return label === illuminants.custom.label ? 'Energy (J)' : 'Energy (relative)';
}

/** The window behind the Spectrum button. */
export default function SpectrumPage() {
  const hash = useSyncExternalStore(
    onHashChange,
    () => window.location.hash,
    () => undefined,
  );
  const spectrum = useMemo(() => (hash === undefined ? undefined : readSpectrum(hash)), [hash]);
  if (spectrum) {
    const title = `${spectrum.label}${spectrum.luminance === '' ? '' : `, ${spectrum.luminance} cd/m²`}`;
    return (
      <main>
        <title>{`${title} · Spectrum`}</title>
        <SpectrumPlot spectrum={spectrum} title={title} energyLabel={energyLabel(spectrum)} />
      </main>
    );
  }
  return (
    <main className={styles.empty}>
      {hash !== undefined && (
        <>
          <h1>Spectrum</h1>
          <p>
            There is no curve in this address: open the plot with the Spectrum button of the
            workbench.
          </p>
        </>
      )}
    </main>
  );
}
