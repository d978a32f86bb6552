import { Button } from '@mantine/core';
import { Dimmed } from '../../../ui/dimmed/dimmed.tsx';
import { Hint } from '../../../ui/hint/hint.tsx';
import { useRoving } from '../../../ui/roving/use-roving.ts';
import type { RunState } from '../../model/run/run-store.ts';
import { constant, useReadable } from '../../model/store.ts';
import { absentReason, shortcutOf, type Action, type ActionBody } from '../actions/action.ts';
import { actions } from '../actions/actions.ts';
import type { Bodies } from '../actions/bodies.ts';
import { perform } from '../keys/keys.ts';
import type { ToolsStore } from '../tools/tools-store.ts';
import { RunProgress } from './run-progress.tsx';
import styles from './toolbar.module.css';

interface ToolbarProps {
  readonly bodies: Bodies;
  readonly tools: ToolsStore;
  readonly run: RunState;
  /** The run of the times, where they are not of the picture that is shown. */
  readonly whose: string | undefined;
}

/**
 * The actions: one tab stop with arrow keys, those that are disabled included, because they say
 * why.
 */
export function Toolbar({ bodies, tools, run, whose }: ToolbarProps) {
  const { offered = [] } = useReadable(tools);
  const { current, row } = useRoving();
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="Actions" {...row}>
      {actions.map((action, index) => (
        <ActionButton
          key={action.label}
          action={action}
          body={bodies[action.label]}
          isOffered={action.feature !== undefined && offered.includes(action.feature)}
          tabIndex={index === current ? 0 : -1}
        />
      ))}
      <RunProgress run={run} whose={whose} />
    </div>
  );
}

const absent: ActionBody['now'] = constant({});

/** 'Back: sensor rows 450 → 16 px (Ctrl+Z)'. */
function hintOf({ label, controlKey }: Action, hint: string | undefined): string {
  const words = [label, hint].filter(Boolean).join(': ');
  return controlKey ? `${words} (${shortcutOf(controlKey, 'Ctrl')})` : words;
}

function ActionButton({
  action,
  body,
  isOffered,
  tabIndex,
}: {
  readonly action: Action;
  /** Undefined where nothing is behind the button. */
  readonly body: ActionBody | undefined;
  readonly isOffered: boolean;
  readonly tabIndex: 0 | -1;
}) {
  const { label, controlKey, isMain } = action;
  const now = useReadable(body?.now ?? absent);
  const reason = body ? now.reason : absentReason(label, isOffered);
  return (
    <Dimmed reason={reason} tabIndex={tabIndex}>
      <Hint label={hintOf(action, now.hint)} disabled={reason !== undefined} position="bottom">
        <Button
          size="xs"
          h={32}
          variant={isMain ? 'filled' : 'default'}
          leftSection={<action.icon size={16} aria-hidden />}
          disabled={reason !== undefined}
          tabIndex={tabIndex}
          data-stop={reason === undefined || undefined}
          aria-keyshortcuts={controlKey && body ? shortcutOf(controlKey, 'Control') : undefined}
          className={styles.button}
          data-main={isMain}
          onClick={() => {
            if (body) perform(body);
          }}
        >
          <span className={styles.name}>{label}</span>
        </Button>
      </Hint>
    </Dimmed>
  );
}
