/**
 * The direction of imports (docs/decisions, CONTRIBUTING.md): an arrow that is not allowed here
 * fails `npm run check`.
 */
const tests = '\\.test\\.tsx?$|/(laws|references|tests|e2e|browsers|bench|faults)/';

/** Files of ours under `from` may import nothing of the workspace but `allowed`. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: tests },
  to: { path: '^(apps|packages|tools)/', pathNot: [from, ...allowed] },
});

/**
 * Folders and files of the engine's source, lowest first: each imports itself and what stands
 * before it, and nothing behind it.
 */
const engineOrder = [
  'version',
  'simulation-error',
  'load-once',
  'digest',
  'stage-memory',
  'device',
  'worlds',
  'host',
  'stage',
  'text',
  'quantities',
  'field-descriptor',
  'read-document',
  'random',
  'images',
  'colour',
  'kernels',
  'analysis',
  'scenes',
  'illuminants',
  'optics',
  'lens-design',
  'labels',
  'lens-files',
  'drawings',
  'sensors',
  'corrections',
  'isps',
  'networks',
  'algorithms',
  'pipeline',
  'twin',
  'proof',
  'lab',
  'prove',
  'measuring',
  'quick',
  'arithmetic',
  'catalogue',
  'accelerate',
  'index',
];
/**
 * Rules of a source whose parts, names or [name, path], import themselves and what stands before
 * them in the list; where a file is in two parts, the first one counts.
 */
const ordered = ({ whose, source, list, order }) => {
  const parts = order.map((part) => (typeof part === 'string' ? [part, part] : part));
  const paths = parts.map(([, path]) => `${source}${path}(/|\\.ts$)`);
  return [
    ...parts.map(([name], at) => ({
      name: `${whose}-${name}`,
      comment: `Of the ${whose}, ${name} imports only what stands before it in ${list}.`,
      severity: 'error',
      from: { path: paths[at], pathNot: [tests, ...paths.slice(0, at)] },
      to: { path: source, pathNot: paths.slice(0, at + 1) },
    })),
    {
      name: `${whose}-order`,
      comment: `A new folder of the ${whose} needs its place in ${list}.`,
      severity: 'error',
      from: { path: source, pathNot: [tests, ...paths] },
      to: {},
    },
  ];
};

const engineLayers = ordered({
  ...{ whose: 'engine', source: '^packages/engine/src/' },
  ...{ list: 'engineOrder', order: engineOrder },
});

/**
 * Layers of the workbench, lowest first: each imports itself and what stands before it. The page
 * of the spectrum, a window of its own, stands beside the page of the workbench.
 */
const workbenchOrder = [
  ['model', 'model/'],
  ['kit', 'kit/'],
  ['shell', 'shell/'],
  ['features', 'features/'],
  ['list-of-features', 'features\\.ts$'],
  ['pages', '(workbench-page\\.tsx$|spectrum-popup/)'],
];
const workbenchSource = '^apps/web/app/workbench/';
const inWorkbench = (layers) => layers.map(([, path]) => workbenchSource + path);

const workbenchLayers = [
  ...workbenchOrder.map((layer, at) => ({
    name: `workbench-${layer[0]}`,
    comment: `Of the workbench, ${layer[0]} imports only what stands before it in workbenchOrder.`,
    severity: 'error',
    from: { path: inWorkbench([layer]), pathNot: tests },
    to: { path: workbenchSource, pathNot: inWorkbench(workbenchOrder.slice(0, at + 1)) },
  })),
  {
    name: 'workbench-order',
    comment: 'A new folder of the workbench needs its place in workbenchOrder.',
    severity: 'error',
    from: { path: workbenchSource, pathNot: [tests, ...inWorkbench(workbenchOrder)] },
    to: {},
  },
  {
    name: 'features-stand-alone',
    comment: 'No feature of the workbench imports another: what two of them share is of the kit.',
    severity: 'error',
    from: { path: `${workbenchSource}features/([^/]+)/`, pathNot: tests },
    to: { path: `${workbenchSource}features/`, pathNot: `${workbenchSource}features/$1/` },
  },
  {
    name: 'features-open-later',
    comment:
      'The small feature.ts of a feature is always loaded; it imports the rest when it is opened.',
    severity: 'error',
    from: { path: `${workbenchSource}features/[^/]+/feature\\.ts$` },
    to: { dependencyTypesNot: ['type-only', 'dynamic-import'] },
  },
];

/** Floors of the server and their folders and files, lowest first, as in engineOrder. */
const serverFloors = {
  base: [
    'host-names',
    'slip',
    'config',
    'clock',
    'secret',
    'http-problem',
    'client-gone',
    'streamed',
    'turns',
    'programs',
    'leftover-files',
    'multipart-form',
    'database',
    'data-folder',
    'disk-ledger',
    'attempts',
    'leased-work',
    'mail',
  ],
  accounts: ['accounts'],
  http: ['plugins'],
  files: ['library', 'datasets', 'networks'],
  compute: ['results', 'simulation', 'queue', 'computing'],
  runs: ['runs', 'planning'],
  site: ['account-routes', 'projects', 'forms', 'licences', 'dashboard', 'operations', 'build-app'],
  programs: ['demo', 'admin', 'backup', 'migrate', 'worker', 'main'],
};

const serverLayers = ordered({
  ...{ whose: 'server', source: '^apps/server/src/' },
  ...{ list: 'serverFloors', order: Object.values(serverFloors).flat() },
});

/** What commands share, lowest first. */
const ofCommands = [
  'columns',
  'environment-options',
  'print',
  'server-option',
  'read-lens',
  'read-sensor',
  'read-shading',
  'recipe-world',
  'read-recipe',
  'read-picture',
  'camera-files',
  'depth-files',
  'named-parts',
  'recording',
  'sweep-progress',
  'lens-plots',
  'lens-analyses',
  'lens-focus',
  'lens-tables',
  'lens-without-picture',
  'lens-ghosts',
  'lens-export',
  'lens-measured-plots',
  'lens-measured',
  'lens-calibration',
  'network',
  'photographed-world',
  'scene',
  'own-files',
  'experiment',
  'read-camera',
  'picture-plan',
  'picture-outputs',
  'frames-manifest',
  'emva1288',
];
const cliSource = '^apps/cli/src/';
const inCommands = (names) => `${cliSource}commands/(${names.join('|')})(/|\\.ts$)`;

const cliLayers = [
  ...ordered({
    ...{ whose: 'cli', source: cliSource, list: 'cliLayers' },
    order: [
      ['command', 'commands/command'],
      'failure',
      'examples',
      'arguments',
      ...ofCommands.map((name) => [name, `commands/${name}`]),
      ['commands', 'commands/(?!list\\.ts)[^/]+?'],
      ['list', 'commands/list'],
      'run',
      'main',
    ],
  }),
  {
    name: 'commands-stand-alone',
    comment: 'No command imports another: what two of them share has its place in ofCommands.',
    severity: 'error',
    from: {
      path: `${cliSource}commands/([^/]+)`,
      pathNot: [tests, inCommands([...ofCommands, 'list'])],
    },
    to: {
      path: `${cliSource}commands/`,
      pathNot: [inCommands(['command', ...ofCommands]), `${cliSource}commands/$1(/|$)`],
    },
  },
];

const engine = '^packages/engine/';
/** The entry for twins, whose frames the hosts read. */
const twinEntry = '^packages/engine/src/twin\\.ts$';
const engineEntries = ['^packages/engine/src/(index|catalogue|quick)\\.ts$'];
const accelerate = '^packages/engine/src/accelerate\\.ts$';
const gpu = '^packages/gpu/src/(index|dawn)\\.ts$';
const contract = '^packages/contract/src/(index|without-eval)\\.ts$';
const nodeHost = '^packages/node-host/src/(index|command-line)\\.ts$';
const browserHost = '^packages/browser-host/src/index\\.ts$';
const plot = '^packages/plot/src/index\\.ts$';
const report = '^packages/report/src/index\\.ts$';
const reportText = '^packages/report/src/(page-text\\.tsx|lab/pdf\\.ts)$';
const datasets = '^packages/datasets/src/index\\.ts$';
const experiment =
  '^packages/experiment/src/(index|choice|dataset|lab|prediction|race|worlds|document/recipe-path|evaluate/dataset/tasks/list)\\.ts$';
const scoring = '^packages/scoring/src/index\\.ts$';
const world = '^packages/world/src/index\\.ts$';
const arithmetic = '^packages/engine/src/arithmetic\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Two files that import each other, if only for a type, are one file or hide a third one.',
      severity: 'error',
      from: {},
      // A descriptor imports its code on first use, and that code names the type of the
      // descriptor's fields: no file waits for itself.
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    {
      name: 'unresolvable',
      comment:
        'An import that leads nowhere: a typing mistake, or a package that package.json does not name.',
      severity: 'error',
      from: {},
      // Vite and React Router make these while they build; @tsparticles/react names types that it
      // does not ship.
      to: { couldNotResolve: true, pathNot: '^virtual:|(^|/)\\+types/|\\?|^@tsparticles/react$' },
    },
    {
      name: 'engine-stands-alone',
      comment:
        'The engine runs in Node, in a browser worker and in tests: what it needs comes in through its Host.',
      severity: 'error',
      from: { path: engine, pathNot: tests },
      to: { pathNot: engine, couldNotResolve: false },
    },
    ...engineLayers,
    ...workbenchLayers,
    ...serverLayers,
    ...cliLayers,
    only(
      'contract-on-engine',
      'The contract is built from the engine alone.',
      '^packages/contract/',
      engineEntries,
    ),
    only(
      'gpu-on-engine',
      'Shaders do the work of the engine whose data and plain twins it names.',
      '^packages/gpu/',
      [accelerate],
    ),
    only(
      'world-on-engine',
      'Things and lamps in front of a camera, and the light between them: without files, threads and pages.',
      '^packages/world/',
      engineEntries,
    ),
    only(
      'node-host-on-engine',
      'The Node host serves the engine, with a GPU where there is one, and the world, and knows nobody else.',
      '^packages/node-host/',
      [...engineEntries, twinEntry, gpu, world],
    ),
    only(
      'plot-stands-alone',
      'Plots know numbers, not what they stand for.',
      '^packages/plot/',
      [],
    ),
    only(
      'scoring-stands-alone',
      'Scores are functions of truth and results; the package is published by itself.',
      '^packages/scoring/',
      [],
    ),
    only(
      'report-on-plot',
      'Reports show what they are given; who computed it, they do not know.',
      '^packages/report/',
      [plot],
    ),
    only(
      'browser-host-on-contract',
      'The browser host serves the engine, with a GPU where there is one, and the world, and reads recipes with the contract.',
      '^packages/browser-host/',
      [...engineEntries, twinEntry, contract, gpu, world],
    ),
    only(
      'proposers-on-contract',
      'What proposes points, and what orders results, computes no picture.',
      '^packages/experiment/src/(propose|decide)/',
      [...engineEntries, arithmetic, contract, scoring],
    ),
    only(
      'datasets-on-host',
      'Data sets are read and simulated on the Node host.',
      '^packages/datasets/',
      [...engineEntries, nodeHost, scoring],
    ),
    only(
      'experiment-on-datasets',
      'Experiments plan runs with the contract, compute them on the Node host or on data sets, and write reports.',
      '^packages/experiment/',
      [
        ...engineEntries,
        '^packages/engine/src/lab\\.ts$',
        arithmetic,
        contract,
        datasets,
        nodeHost,
        report,
        reportText,
        scoring,
        world,
      ],
    ),
    only(
      'server-layer',
      'The server uses packages by their entries, and no other app.',
      '^apps/server/',
      [...engineEntries, contract, datasets, experiment, nodeHost],
    ),
    {
      name: 'queue-on-demand',
      comment:
        'A server that computes itself does not load the queue: what is outside of queue, worker and the dispatcher names its types, or imports it when it is needed.',
      severity: 'error',
      from: {
        path: '^apps/server/src/',
        pathNot: [
          tests,
          '^apps/server/src/(queue/|worker/|runs/(queued-sweeps|queued-orders)\\.ts$)',
        ],
      },
      to: {
        path: '^apps/server/src/(queue/|runs/(queued-sweeps|queued-orders)\\.ts$)|^node_modules/bullmq/',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    only(
      'cli-layer',
      'The command line uses packages by their entries, and no other app.',
      '^apps/cli/',
      [
        ...engineEntries,
        '^packages/engine/src/(lab|prove|twin)\\.ts$',
        contract,
        datasets,
        experiment,
        nodeHost,
        plot,
        report,
        reportText,
        scoring,
        world,
      ],
    ),
    only(
      'web-layer',
      'The browser gets the contract, the catalogue, plots and reports, and the measuring of what is drawn or typed, which must not wait for the server: the physics stays there, and in the workers of the browser host.',
      '^apps/web/',
      [
        contract,
        plot,
        report,
        browserHost,
        '^packages/engine/src/(catalogue|measuring)\\.ts$',
        '^packages/experiment/src/page\\.ts$',
        '^packages/engine/references/validation(?:-plots)?\\.json$',
      ],
    ),
    only(
      'media-layer',
      'Pictures are made as a user makes them, stills as worlds; from the site they take its name, mark and colours, from a scene its patches.',
      '^tools/media/',
      [
        ...engineEntries,
        contract,
        nodeHost,
        world,
        '^apps/web/app/(palette|site-config|ui/mark/[a-z-]+)\\.ts$',
        '^packages/engine/src/scenes/macbeth/reflectances\\.json$',
      ],
    ),
    only(
      'scripts-layer',
      'Scripts build the workspaces, so they cannot need them.',
      '^tools/scripts/',
      [],
    ),
    {
      name: 'contract-and-web-without-node',
      comment: 'They run in a browser.',
      severity: 'error',
      from: {
        path: '^(packages/(contract|gpu|browser-host|plot|report)/src|packages/experiment/src/(propose|decide)|apps/web/app)/',
        pathNot: [tests, reportText],
      },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|build|\\.react-router)/|/assembly/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
};
