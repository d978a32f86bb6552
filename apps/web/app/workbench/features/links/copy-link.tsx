import { IconCheck, IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/icon-button/icon-button.tsx';
import { hasOwnFiles } from '../../model/own-names.ts';
import { linkTo, TOO_LONG } from '../../model/permalink.ts';
import type { Recipe } from '../../model/recipe/recipe.ts';

const COPIED = 'Copied';
const COPIED_WITH_FILES = 'Copied. It has files of yours, which open in your account only.';

/** Copies a link to the recipe. */
export function CopyLink({ recipe }: { readonly recipe: Recipe }) {
  const [done, setDone] = useState<{ readonly recipe: Recipe; readonly says: string }>();
  const copy = async (): Promise<void> => {
    const link = await linkTo(recipe);
    const notice =
      link === undefined
        ? TOO_LONG
        : await navigator.clipboard
            .writeText(link)
            .then(() => (hasOwnFiles(recipe) ? COPIED_WITH_FILES : COPIED))
            .catch(() => 'The browser does not allow copying here');
    setDone({ recipe, says: notice });
  };
  const notice = done?.recipe === recipe ? done.says : undefined;
  return (
    <IconButton
      label="Copy link"
      hint={notice ?? 'Copy a link that opens this recipe'}
      icon={notice === COPIED || notice === COPIED_WITH_FILES ? IconCheck : IconLink}
      onClick={() => void copy()}
    />
  );
}
