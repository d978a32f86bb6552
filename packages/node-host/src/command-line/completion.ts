import type { Option } from './arguments.ts';
import { commandsOf, type Program } from './program.ts';

export const COMPLETED_SHELLS = ['bash', 'zsh', 'fish'] as const;
export type CompletedShell = (typeof COMPLETED_SHELLS)[number];

/** A command as a shell completes it. */
interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly (readonly [name: string, Option])[];
}

/** What the value of an option is, as far as a shell can complete it. */
function valuesOf({ value }: Option): 'none' | 'path' | readonly string[] {
  if (value === undefined) return 'none';
  return /^[\w.-]+(\|[\w.-]+)+$/.test(value) ? value.split('|') : 'path';
}

const bashName = (name: string): string => `_${name.replaceAll(/\W/g, '_')}`;

function bash(program: string, commands: readonly Completed[]): string {
  const words = [...new Set(commands.map(({ name }) => name.split(' ')[0]!)), 'completion'];
  const parts = commands.filter(({ name }) => name.includes(' '));
  const cases = commands.map(({ name, options }) => {
    const names = options.map(([option]) => `--${option}`);
    return `    '${name}') options='${[...names, '--help'].join(' ')}' ;;`;
  });
  const choices = commands.flatMap(({ name, options }) =>
    options.flatMap(([option, about]) => {
      const values = valuesOf(about);
      return typeof values === 'string'
        ? []
        : [`    '${name} --${option}') choices='${values.join(' ')}' ;;`];
    }),
  );
  return `# ${program} completion bash
${bashName(program)}() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]} options='' choices=''
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W '${[...words, '--help', '--version'].join(' ')}' -- "$current")); return
  fi
  case "$command" in
${[...new Set(parts.map(({ name }) => name.split(' ')[0]!))]
  .map(
    (word) => `    ${word})
      if [ "$COMP_CWORD" = 2 ]; then
        COMPREPLY=($(compgen -W '${parts
          .filter(({ name }) => name.startsWith(`${word} `))
          .map(({ name }) => name.split(' ')[1])
          .join(' ')}' -- "$current")); return
      fi
      command="$command \${COMP_WORDS[2]}" ;;`,
  )
  .join('\n')}
  esac
  case "$command" in
    completion) choices='${COMPLETED_SHELLS.join(' ')}' ;;
${cases.join('\n')}
  esac
  case "$command $before" in
${choices.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) if [ -n "$choices" ]; then COMPREPLY=($(compgen -W "$choices" -- "$current"))
       else COMPREPLY=($(compgen -f -- "$current")); fi ;;
  esac
}
complete -o filenames -F ${bashName(program)} ${program}
`;
}

/** A text in single quotes of zsh and fish. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Zsh completes as bash does, through its own emulation. */
const zsh = (program: string, commands: readonly Completed[]): string =>
  `# ${program} completion zsh\nautoload -Uz bashcompinit && bashcompinit\n${bash(program, commands)}`;

function fish(program: string, commands: readonly Completed[]): string {
  const line = (condition: string, rest: string): string =>
    `complete -c ${program} -n ${quoted(condition)} ${rest}`;
  const first = (name: string): string => name.split(' ')[0]!;
  const firsts = [...new Set(commands.map(({ name }) => first(name)))];
  const lines = commands.flatMap(({ name, summary, options }) => {
    const [word, part] = name.split(' ');
    const isPart = part !== undefined;
    const chosen = `__fish_seen_subcommand_from ${word!}`;
    const here = isPart ? `${chosen}; and __fish_seen_subcommand_from ${part}` : chosen;
    return [
      ...(isPart ? [line(chosen, `-f -a ${part} -d ${quoted(summary)}`)] : []),
      ...options.map(([option, about]) => {
        const values = valuesOf(about);
        const value =
          values === 'none' ? '' : values === 'path' ? ' -r' : ` -x -a ${quoted(values.join(' '))}`;
        return line(here, `-l ${option}${value} -d ${quoted(about.says)}`);
      }),
    ];
  });
  return [
    `# ${program} completion fish`,
    ...firsts.map((word) =>
      line(
        '__fish_use_subcommand',
        `-f -a ${word} -d ${quoted(commands.find(({ name }) => name === word)?.summary ?? word)}`,
      ),
    ),
    line('__fish_use_subcommand', '-f -a completion'),
    line('__fish_seen_subcommand_from completion', `-f -a ${quoted(COMPLETED_SHELLS.join(' '))}`),
    ...lines,
    '',
  ].join('\n');
}

/** The completion of a program as a script for a shell. Loads every command, for its options. */
export async function completionOf<Needs, Gives>(
  program: Program<Needs, Gives>,
  shell: CompletedShell,
): Promise<string> {
  const commands = await Promise.all(
    commandsOf(program).map(async ({ name, summary, load }) => ({
      name,
      summary,
      options: Object.entries((await load!()).options),
    })),
  );
  return { bash, zsh, fish }[shell](program.name, commands);
}
