import { labels } from '@lumenloom/contract';
import { illuminants, isps } from '@lumenloom/engine/catalogue';
import {
  IconAdjustments,
  IconChartAreaLine,
  IconSettings,
  IconSun,
  type Icon,
} from '@tabler/icons-react';
import type { DialogName } from '../dialogs/open-dialog.ts';
import { shownChoice } from '../../model/own-names.ts';
import type { Choice, Recipe } from '../../model/recipe/recipe.ts';

/** A button beside a list: opens a dialog, or shows the spectrum. */
export interface ChoiceTool {
  readonly label: string;
  readonly icon: Icon;
  readonly opens: DialogName | 'spectrum';
  /** Tooltip, where the label is not enough. */
  readonly hint?: (recipe: Recipe) => string;
  /** Why the button does nothing at the moment; undefined while it works. */
  readonly whyIdle?: (recipe: Recipe) => string | undefined;
}

/** The buttons of each list, from left to right. */
export const choiceTools: Readonly<Partial<Record<Choice, readonly ChoiceTool[]>>> = {
  illuminant: [
    {
      label: 'Spectrum',
      icon: IconChartAreaLine,
      opens: 'spectrum',
      hint: ({ illuminant }) =>
        illuminant === ''
          ? 'Spectrum: choose an illuminant first.'
          : `Spectrum of ${shownChoice(illuminant)}`,
    },
    {
      label: 'Illuminant Params',
      icon: IconAdjustments,
      opens: 'illuminant',
      hint: ({ illuminant }) =>
        illuminant === illuminants.custom.label ? 'Custom spectrum table' : 'Illuminant luminance',
    },
  ],
  scene: [
    {
      label: 'Brightness',
      icon: IconSun,
      opens: 'scene luminance',
      hint: () => 'Brightness: scene luminance',
    },
    {
      label: 'Scene Params',
      icon: IconSettings,
      opens: 'scene',
      whyIdle: ({ scene }) =>
        scene === '' ? 'Scene parameters: choose a scene first.' : undefined,
      hint: () => 'Scene parameters',
    },
  ],
  sensor: [
    {
      label: 'Sensor Params',
      icon: IconSettings,
      opens: 'sensor',
      hint: () => 'Sensor parameters',
    },
  ],
  isp: [
    {
      label: 'ISP Params',
      icon: IconSettings,
      opens: 'isp',
      whyIdle: ({ isp }) =>
        isp === '' ? `ISP parameters: choose ${labels(isps)[0]!} first.` : undefined,
      hint: () => 'ISP parameters',
    },
  ],
};
