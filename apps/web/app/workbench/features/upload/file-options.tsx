import type { LibraryKind } from '@lumenloom/contract';
import { Button } from '@mantine/core';
import { focusInPlace } from './focus-in-place.ts';
import styles from './library-dialog.module.css';

/** Files that were chosen or dropped. */
export interface ChosenFiles {
  readonly kind: LibraryKind;
  readonly file: File;
  /** The data beside an ENVI header. */
  readonly data: File | undefined;
}

const hasBands = ({ file }: ChosenFiles): boolean => /\.npy$/i.test(file.name);

/** Whether a file does not say all that its reader needs: cubes are reflectance or radiance. */
export const needsOptions = (chosen: ChosenFiles): boolean =>
  chosen.kind === 'scene' && /\.(npy|hdr|exr|mat)$/i.test(chosen.file.name);

/** Asks what a cube holds, and for the wavelengths of one that has none. */
export function FileOptions({
  chosen,
  onRead,
  onCancel,
}: {
  readonly chosen: ChosenFiles;
  readonly onRead: (fields: Readonly<Record<string, string>>) => void;
  readonly onCancel: () => void;
}) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<
          string,
          string
        >;
        onRead(Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== '')));
      }}
    >
      <p>
        {chosen.file.name}
        {chosen.data ? `, with the data of ${chosen.data.name}` : ''}
      </p>
      {hasBands(chosen) && (
        <label>
          <span>Wavelengths, nm</span>
          <input
            name="wavelengths"
            defaultValue="400:10:700"
            required
            autoComplete="off"
            ref={focusInPlace}
          />
          <small>first:step:last, or numbers with commas</small>
        </label>
      )}
      <label>
        <span>A spectral cube holds</span>
        <select name="radiance" defaultValue="">
          <option value="">reflectance, or what the file says</option>
          <option value="energy">radiance, W/(sr·m²·nm)</option>
          <option value="photons">radiance, photons/(s·sr·m²·nm)</option>
        </select>
        <small>Pictures of red, green and blue have no spectra.</small>
      </label>
      <footer className={styles.footer}>
        <Button variant="default" size="xs" h={32} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="xs" h={32}>
          Read
        </Button>
      </footer>
    </form>
  );
}
