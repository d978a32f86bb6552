import { illuminants } from '@lumenloom/engine/catalogue';
import { initialRecipe, type Recipe, type RecipeChange } from '../../model/recipe/recipe.ts';
import type { DialogPart } from '../bench/feature.ts';
import { ispDialog, sceneDialog, sensorDialog } from './dialog-descriptions.ts';
import { LuminanceDialog } from './luminance-dialog.tsx';
import type { OpenDialog } from './open-dialog.ts';
import { ParametersDialog } from './parameters-dialog.tsx';
import { SpectrumDialog } from './spectrum-dialog.tsx';
import { DockedContext, ToolsContext } from '../../kit/dialog/contexts.ts';

const parameterDialogs = { scene: sceneDialog, sensor: sensorDialog, isp: ispDialog };

interface DialogsProps {
  /** The dialog stands beside the picture, and changes count at once. */
  readonly isDocked: boolean;
  /** Some switch is on. */
  readonly hasTools: boolean;
  readonly open: OpenDialog;
  readonly recipe: Recipe;
  /** What features add to dialogs. */
  readonly parts: readonly DialogPart[];
  readonly onChange: (change: RecipeChange) => void;
  readonly onClose: () => void;
}

/** The dialog that is open. */
export function Dialogs({ isDocked, hasTools, ...rest }: DialogsProps) {
  return (
    <DockedContext value={isDocked}>
      <ToolsContext value={hasTools}>
        <NamedDialog {...rest} />
      </ToolsContext>
    </DockedContext>
  );
}

function NamedDialog({
  open: { name, focus },
  recipe,
  parts,
  onChange,
  onClose,
}: Omit<DialogsProps, 'isDocked' | 'hasTools'>) {
  if (name === 'scene luminance') {
    return (
      <LuminanceDialog
        recipe={recipe}
        parts={[]}
        onOther={onChange}
        part="sceneLuminance"
        title="Scene Luminance"
        help="Mean luminance of the scene. Empty: not set. Setting it clears the illuminant luminance."
        value={recipe.sceneLuminance}
        onSubmit={(value) => onChange({ type: 'scene luminance', value })}
        onClose={onClose}
      />
    );
  }
  if (name !== 'illuminant') {
    const description = parameterDialogs[name](recipe);
    return (
      description && (
        <ParametersDialog
          description={description}
          recipe={recipe}
          parts={parts.filter((part) => part.in === name)}
          focus={focus}
          onChange={onChange}
          onClose={onClose}
        />
      )
    );
  }
  return recipe.illuminant === illuminants.custom.label ? (
    <SpectrumDialog
      photons={recipe.illuminantCustomPhotons}
      focusedBand={Number(focus ?? 0)}
      defaults={initialRecipe.illuminantCustomPhotons}
      onSubmit={(photons) => onChange({ type: 'custom photons', photons })}
      onClose={onClose}
    />
  ) : (
    <LuminanceDialog
      recipe={recipe}
      parts={parts.filter((part) => part.in === name)}
      onOther={onChange}
      part="illuminantLuminance"
      title="Illuminant Luminance"
      help="Luminance of a white surface in this light. Empty: not set. Setting it clears the scene luminance."
      value={recipe.illuminantLuminance}
      onSubmit={(value) => onChange({ type: 'illuminant luminance', value })}
      onClose={onClose}
    />
  );
}
