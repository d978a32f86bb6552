import { messages } from '@lumenloom/contract';
import { IconShare2 } from '@tabler/icons-react';
import { notInThisBuild, type Action } from '../../shell/actions/action.ts';

const label = 'Share';
const LINK_LIFE_MS = 60_000;

/**
 * Copies a link to the picture and its recipe. The link works in this browser only, for one minute.
 */
export const shareAction: Action = {
  label,
  icon: IconShare2,
  whyDisabled: (workbench) => notInThisBuild(workbench, 'share', label),
  perform: async ({ run: { image, inputs } }) => {
    if (!image) {
      window.alert(messages.nothingToShare);
      return;
    }
    try {
      const content = JSON.stringify({ image, inputs, timestamp: new Date().toISOString() });
      const link = URL.createObjectURL(new Blob([content], { type: 'application/json' }));
      setTimeout(() => URL.revokeObjectURL(link), LINK_LIFE_MS);
      await navigator.clipboard.writeText(link);
      window.alert(messages.shareLinkCopied(link));
    } catch (error) {
      console.error('share:', error);
      window.alert(messages.shareFailed);
    }
  },
};
