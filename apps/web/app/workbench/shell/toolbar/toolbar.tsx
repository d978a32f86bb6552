import { Button } from '@mantine/core';
import { Dimmed } from '../../../ui/dimmed/dimmed.tsx';
import { Hint } from '../../../ui/hint/hint.tsx';
import { useRoving } from '../../../ui/roving/use-roving.ts';
import { shortcutOf, type Action, type Workbench } from '../actions/action.ts';
import { actions } from '../actions/actions.ts';
import { RunProgress } from './run-progress.tsx';
import styles from './toolbar.module.css';

interface ToolbarProps {
  readonly workbench: Workbench;
  readonly onAction: (action: Action) => void;
}

/** 'Back: sensor rows 450 → 16 px (Ctrl+Z)'. */
function hintOf(action: Action, workbench: Workbench): string {
  const words = [action.label, action.hint?.(workbench)].filter(Boolean).join(': ');
  return action.controlKey ? `${words} (${shortcutOf(action.controlKey, 'Ctrl')})` : words;
}

/**
 * The actions: one tab stop with arrow keys, those that are disabled included, because they say
 * why.
 */
export function Toolbar({ workbench, onAction }: ToolbarProps) {
  const { current, row } = useRoving();
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Actions" {...row}>
      {actions.map((action, index) => {
        const reason = action.whyDisabled(workbench);
        const tabIndex = index === current ? 0 : -1;
        return (
          <Dimmed key={action.label} reason={reason} tabIndex={tabIndex}>
            <Hint
              label={hintOf(action, workbench)}
              disabled={reason !== undefined}
              position="bottom"
            >
              <Button
                size="xs"
                h={32}
                variant={action.isMain ? 'filled' : 'default'}
                leftSection={<action.icon size={16} aria-hidden />}
                disabled={reason !== undefined}
                tabIndex={tabIndex}
                data-stop={reason === undefined || undefined}
                aria-keyshortcuts={
                  action.controlKey &&
                  (!action.feature || workbench.features.includes(action.feature))
                    ? shortcutOf(action.controlKey, 'Control')
                    : undefined
                }
                className={styles.button}
                data-main={action.isMain}
                onClick={() => onAction(action)}
              >
                <span className={styles.name}>{action.label}</span>
              </Button>
            </Hint>
          </Dimmed>
        );
      })}
      <RunProgress run={workbench.run} />
    </div>
  );
}
