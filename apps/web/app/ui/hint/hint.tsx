import '@mantine/core/styles/Tooltip.layer.css';

import { Tooltip, type TooltipProps } from '@mantine/core';
import styles from './hint.module.css';

/** A few words beside a control, on hover and on focus. */
export function Hint(props: Pick<TooltipProps, 'label' | 'disabled' | 'position' | 'children'>) {
  return <Tooltip events={{ hover: true, focus: true, touch: true }} openDelay={200} multiline maw={280} classNames={{ tooltip: styles.hint }} {...props} />;
}
