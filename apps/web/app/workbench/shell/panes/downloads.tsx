import { IconDownload, IconLayersSubtract, IconPhotoDown } from '@tabler/icons-react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import {
  downloadAddress,
  downloadPicture,
  pictureFileName,
} from '../../kit/picture/picture-file.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';
import { madeWith, type RunState } from '../../model/run/run-store.ts';
import type { Inspected } from '../bench/shown.ts';

/**
 * Download buttons: of the picture or, when an algorithm drew on it, with and without its drawing.
 */
export function Downloads({
  run,
  hasOverlay,
  onOverlay,
}: {
  readonly run: RunState;
  readonly hasOverlay: boolean;
  readonly onOverlay: () => void;
}) {
  const { image, plain } = run;
  const inputs = madeWith(run);
  const download = (picture: string, usedRecipe: Recipe = inputs): void =>
    void downloadPicture(picture, pictureFileName(usedRecipe));
  if (image === undefined) return undefined;
  if (plain === undefined)
    return <IconButton label="Download PNG" icon={IconDownload} onClick={() => download(image)} />;
  return (
    <>
      <IconButton
        label="Overlay"
        hint={hasOverlay ? 'Hide the overlay' : 'Show the overlay'}
        icon={IconLayersSubtract}
        isPressed={hasOverlay}
        onClick={onOverlay}
      />
      <IconButton
        label="Download PNG with overlay"
        icon={IconDownload}
        onClick={() => download(image)}
      />
      <IconButton
        label="Download PNG without overlay"
        icon={IconPhotoDown}
        onClick={() => download(plain, { ...inputs, algorithm: '' })}
      />
    </>
  );
}

/** Download button of the file of an older run. */
export function InspectedDownload({ file, recipe }: Inspected) {
  return (
    file !== undefined && (
      <IconButton
        label="Download PNG"
        icon={IconDownload}
        onClick={() => downloadAddress(file, pictureFileName(recipe!))}
      />
    )
  );
}
