/**
 * A request and the answer to it, as /docs shows them; without a request, the call takes no JSON.
 */
export interface CallExample {
  readonly request?: unknown;
  readonly answer?: unknown;
}

const ID = '2f6c1a0e-5d1b-4a55-9a0e-0d9b7a6f3c11';
const EMAIL = 'ada@example.com';
const AT = '2026-03-02T09:30:00.000Z';
const RECIPE = {
  scene: 'Macbeth',
  illuminant: 'D65',
  optics: 'Double-Gauss',
  sensor: 'Bayer-grbg',
  sensorParams: { rows: 64, cols: 96 },
  isp: 'Fast-openISP',
};
const SENDER = {
  companyName: 'Acme',
  firstName: 'Ada',
  lastName: 'Example',
  email: EMAIL,
  acceptedTerms: true,
};
const SENT = { message: 'Your message has been sent successfully!' };
const TOKEN = {
  id: ID,
  name: 'nightly sweeps',
  scope: 'read',
  expiresAt: '2026-05-31T09:30:00.000Z',
};
const PROJECT = { id: ID, name: 'Door camera', version: 1, createdAt: AT, changedAt: AT };
const FILE = {
  id: ID,
  kind: 'glass',
  name: 'House glasses',
  fileName: 'house.agf',
  bytes: 8192,
  createdAt: AT,
  summary: '2 glasses',
  figures: null,
};
const WHOLE_FILE = {
  ...FILE,
  notes: [],
  preview: { kind: 'glass', glasses: ['H-K9L', 'H-ZF52'] },
};
const TRIED = {
  opset: 17,
  inputs: [{ name: 'images', type: 'float32', shape: [1, 3, 640, 640] }],
  outputs: [{ name: 'output0', type: 'float32', shape: [1, 84, 8400] }],
  descriptor: { version: 1, task: 'detection', labels: ['person', 'car'] },
  problems: [],
  guessed: [],
  found: {
    image: 'data:image/png;base64,',
    milliseconds: 182,
    count: 1,
    results: [{ label: 'car', score: 0.91 }],
    tries: [],
  },
};
const DATASET = {
  id: ID,
  name: 'Crossing at night',
  fileName: 'crossing.zip',
  bytes: 41_200_000,
  createdAt: AT,
  format: 'coco',
  task: 'detection',
  images: 412,
  annotations: 1890,
  categories: 2,
  problems: 0,
  source: 'Our camera at the gate',
  licence: 'internal',
  hfov: 40,
  luminance: null,
  classMap: { car: 'vehicle' },
};
const NETWORK = { input: { colour: 'bgr', range: [0, 255] } };
const EVALUATION = {
  id: ID,
  name: 'Marks',
  state: 'running',
  message: '',
  images: 60,
  done: 12,
  createdAt: AT,
  endedAt: null,
};
const STUDY = {
  name: 'Gain',
  recipe: RECIPE,
  vary: [{ path: 'sensorParams.analog_gain', from: 0.5, to: 4, scale: 'log' }],
  objectives: [{ figure: 'sensor.snrAtGrey18', goal: 'maximise' }],
  budget: { runs: 2 },
};
const STUDY_STATUS = {
  id: ID,
  name: 'Gain',
  state: 'running',
  message: '',
  runs: 2,
  done: 1,
  createdAt: AT,
  endedAt: null,
};
const REPORT_STATUS = {
  id: ID,
  name: 'phone',
  state: 'running',
  message: '',
  runs: 26,
  done: 9,
  createdAt: AT,
  endedAt: null,
};
const STUDY_RUN = {
  run: 0,
  seed: 1,
  values: { 'sensorParams.analog_gain': 1 },
  figures: { 'sensor.snrAtGrey18': 30.9 },
  feasible: true,
  status: 'done',
  message: '',
};
const SWEEP = {
  name: 'Gains',
  recipe: RECIPE,
  vary: [{ path: 'sensorParams.analog_gain', values: [1, 2, 4] }],
  measure: ['sensor.snrAtGrey18'],
};
const STATUS = {
  id: ID,
  name: 'Gains',
  state: 'done',
  message: '',
  version: '0.1.0',
  node: 'v20.20.2',
  runs: 3,
  done: 3,
  failed: 0,
  createdAt: AT,
  endedAt: '2026-03-02T09:30:04.000Z',
};

/**
 * The groups of /docs in their order, and their calls by method and address as /docs has them: {}
 * where a call neither takes nor answers JSON. A test sends every request to a server.
 */
export const CALL_GROUPS: Readonly<Record<string, Readonly<Record<string, CallExample>>>> = {
  Simulate: {
    'POST /simulate': {
      request: RECIPE,
      answer: { type: 'log', content: 'Sensor: Bayer-grbg, 96 × 64 pixels of 2.2 µm, 10 bit.' },
    },
    'POST /stop': { request: { runId: ID }, answer: { status: 'stopped' } },
    'POST /fov_check': {
      request: {
        selectedScene: 'Macbeth',
        sceneFile: '',
        selectedOptics: 'Double-Gauss',
        macbethParams: { hfov: 10, patchSize: 16 },
      },
      answer: ['{"type":"log","content":"The scene covers the whole sensor."}'],
    },
    'POST /world/inspect': {
      request: { world: 'example:desk', samples: 256 },
      answer: { version: 1, name: 'Desk', triangles: 30, objects: [], lights: [], places: [] },
    },
    'POST /world/probe': {
      request: { world: 'example:desk', rays: [{ column: 160, row: 110 }], samples: 16 },
      answer: { rays: [{ hit: true, distance: 1.13, object: 'board', luminance: 65.8 }] },
    },
    'POST /get_device': { answer: { device: 'cpu' } },
    'POST /get_illuminant': {
      request: { illuminant: 'D65', illuminantLuminance: 100 },
      answer: { wave: [400, 410], energy: [0.00037, 0.00041] },
    },
  },
  Sweeps: {
    'POST /api/sweeps': { request: SWEEP, answer: { id: ID, runs: 3 } },
    'GET /api/sweeps': { answer: { sweeps: [STATUS] } },
    'GET /api/sweeps/{id}': { answer: STATUS },
    'DELETE /api/sweeps/{id}': { answer: { status: 'cancelled' } },
    'GET /api/sweeps/{id}/document': {
      answer: { ...SWEEP, mode: 'grid', repeats: 1, keep: 'figures' },
    },
    'GET /api/sweeps/{id}/results': {
      answer: {
        run: 0,
        seed: 1336226622,
        values: { 'sensorParams.analog_gain': 1 },
        figures: { 'sensor.snrAtGrey18': 30.9 },
        status: 'done',
        message: '',
      },
    },
    'GET /api/sweeps/{id}/runs/{run}/stages': {
      answer: { arrays: ['scene', 'irradiance', 'raw'] },
    },
    'GET /api/sweeps/{id}/runs/{run}/picture': {},
    'GET /api/sweeps/{id}/runs/{run}/stages/{array}': {},
  },
  Library: {
    'POST /api/library': {
      request: { kind: 'glass', name: 'House glasses', file: 'house.agf' },
      answer: WHOLE_FILE,
    },
    'GET /api/library/{id}': { answer: WHOLE_FILE },
    'GET /api/library': { answer: { files: [FILE], bytes: 8192, quota: 500_000_000 } },
    'POST /api/library/read': {
      request: { optics: 'published:heliar' },
      answer: {
        choices: { optics: '' },
        optics: {
          name: 'Flat plate',
          surfaces: [
            { radius: null, thickness: 1, glass: 'N-BK7', semiDiameter: 5 },
            { radius: null, thickness: 20, glass: null, semiDiameter: 5 },
          ],
          stopIndex: 0,
          halfFieldDegrees: 10,
        },
      },
    },
    'POST /api/parts/scaled': {
      request: { lens: 'published:heliar', focalLengthMm: 8.2 },
      answer: WHOLE_FILE,
    },
    'GET /api/parts': {
      answer: {
        lenses: [
          {
            name: 'published:heliar',
            label: 'Voigtländer Heliar 100 mm f/4',
            source: 'US 716,035',
            figures: {
              focalLengthMm: 100.1,
              fNumber: 3.995,
              halfFieldDegrees: 21.8,
              imageCircleMm: 80.79,
              mtf50: 29.85,
              mtf50OffAxis: 3.08,
              distortionPercent: 0.8827,
              chiefRayDegrees: 21.96,
              lengthMm: 113.7,
            },
          },
        ],
        sensors: [],
      },
    },
    'GET /api/sensors/{name}': {
      answer: {
        name: 'Sony IMX250',
        summary: 'Sony IMX250: w, 12 bits',
        notes: ['The sensor is that of published:imx250: Sony IMX250.'],
        preview: { kind: 'sensor', channels: [], figures: [], parameters: { pixel_size: 3.45 } },
      },
    },
    'GET /api/lenses/{name}': {
      answer: {
        name: 'Double-Gauss',
        summary: 'f = 8.200 mm, f/2.99, half field 14.0°, 11 surfaces',
        notes: ['Source: Double-Gauss 100 mm, 28 deg, after US patent 2,532,751.'],
        preview: {
          kind: 'lens',
          drawing: '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
          sheet: {
            figures: [{ name: 'Focal length', value: '8.2000 mm' }],
            spots: [
              {
                fieldDegrees: 0,
                rmsUm: 1.0969,
                rays: [{ wavelengthNm: 486.1327, x: [0.3626], y: [1.269] }],
              },
            ],
            plots: [
              {
                title: 'MTF at 587.6 nm',
                xLabel: 'lp/mm',
                yLabel: 'modulation',
                curves: [{ name: '0.0°', x: [0], y: [1] }],
              },
            ],
            problems: [],
          },
        },
      },
    },
    'PATCH /api/library/{id}': {
      request: { name: 'Glasses of 2026' },
      answer: { ...FILE, name: 'Glasses of 2026' },
    },
    'DELETE /api/library/{id}': {},
    'GET /api/library/{id}/export': {},
    'GET /api/library/{id}/file': {},
    'GET /api/library/{id}/data': {},
    'GET /api/library/{id}/distances': {},
    'GET /api/library/{id}/files': {},
    'GET /api/library/{id}/twin': { answer: { version: 1, name: 'Bench 3', figures: {} } },
  },
  Networks: {
    'POST /api/datasets': {
      request: { name: 'Crossing at night', file: 'crossing.zip' },
      answer: DATASET,
    },
    'GET /api/datasets': {
      answer: { datasets: [DATASET], bytes: 41_200_000, quota: 4_096_000_000 },
    },
    'GET /api/datasets/{id}': {
      answer: {
        ...DATASET,
        check: {
          format: 'coco',
          images: 412,
          annotations: 1890,
          categories: 2,
          crowd: 3,
          sizes: { small: 610, medium: 980, large: 297, pictures: { '640 x 480': 412 } },
          problems: [],
        },
        classes: ['person', 'vehicle'],
        folders: { 'images/day': 300, 'images/night': 112 },
        pictures: [],
      },
    },
    'PATCH /api/datasets/{id}': {
      request: { licence: 'CC BY 4.0' },
      answer: { ...DATASET, licence: 'CC BY 4.0' },
    },
    'DELETE /api/datasets/{id}': {},
    'GET /api/datasets/arriving': { answer: { bytes: 16_000_000 } },
    'PUT /api/datasets/arriving': { answer: { bytes: 20_000_000 } },
    'POST /api/datasets/arriving': {
      request: { key: 'crossing 41200000', name: 'Crossing at night', fileName: 'crossing.zip' },
      answer: DATASET,
    },
    'POST /api/library/trials': {
      request: { descriptor: '{"labels": ["person", "car"]}' },
      answer: { id: 'trial-5f0c', fileName: 'cars.onnx', bytes: 12_400_000, ...TRIED, found: null },
    },
    'DELETE /api/library/trials': {},
    'POST /api/library/{id}/trial': {
      request: { picture: 'apple.jpg', descriptor: NETWORK },
      answer: TRIED,
    },
    'POST /api/library/{id}/settings': {
      request: { name: 'Cars', descriptor: NETWORK },
      answer: {
        id: ID,
        kind: 'network',
        name: 'Cars',
        fileName: 'cars.onnx',
        bytes: 12_300_000,
        createdAt: AT,
        summary: 'detection (yolo), 640 × 640 pixels',
        notes: [],
        figures: {
          task: 'detection',
          kind: 'yolo',
          width: 640,
          height: 640,
          classes: 2,
          sha256: 'dea70e14',
        },
        preview: { kind: 'network', descriptor: NETWORK, problems: [] },
      },
    },
    'POST /api/evaluations': {
      request: {
        name: 'Marks',
        dataset: 'example:marks',
        network: 'example:marks',
        images: 2,
        cameras: { 'as metered': { optics: 'Double-Gauss', sensor: 'Bayer-grbg' } },
      },
      answer: { id: ID },
    },
    'POST /api/evaluations/{id}/resume': { answer: EVALUATION },
    'GET /api/evaluations': { answer: { evaluations: [EVALUATION] } },
    'GET /api/evaluations/{id}': { answer: EVALUATION },
    'DELETE /api/evaluations/{id}': { answer: { status: 'cancelled' } },
    'GET /api/evaluations/{id}/document': { answer: { name: 'Marks', dataset: 'example:marks' } },
    'GET /api/evaluations/{id}/results.json': {},
    'GET /api/evaluations/{id}/report.html': {},
    'GET /api/evaluations/{id}/galleries.json': {},
    'GET /api/evaluations/{id}/images.ndjson': {},
  },
  Studies: {
    'POST /api/studies': { request: STUDY, answer: { id: ID, runs: 2 } },
    'GET /api/studies': { answer: { studies: [STUDY_STATUS] } },
    'GET /api/studies/{id}': { answer: STUDY_STATUS },
    'DELETE /api/studies/{id}': { answer: { status: 'cancelled' } },
    'POST /api/studies/{id}/resume': { request: { runs: 100 }, answer: STUDY_STATUS },
    'GET /api/studies/{id}/document': { answer: STUDY },
    'GET /api/studies/{id}/results': { answer: STUDY_RUN },
    'GET /api/studies/{id}/best': {
      answer: {
        run: 1,
        recipe: { ...RECIPE, sensorParams: { analog_gain: 0.5 } },
        values: { 'sensorParams.analog_gain': 0.5 },
        figures: { 'sensor.snrAtGrey18': 33.2 },
      },
    },
    'GET /api/studies/{id}/results.json': {},
    'GET /api/studies/{id}/results.csv': {},
    'GET /api/studies/{id}/report.html': {},
    'GET /api/studies/{id}/candidates.csv': {},
    'GET /api/studies/{id}/best-recipe.json': {},
    'GET /api/studies/{id}/worst-recipe.json': {},
    'GET /api/studies/{id}/worst-lens.json': {},
    'GET /api/studies/{id}/runs.ndjson': {},
    'POST /api/studies/dry-run': {
      request: {
        document: {
          version: 1,
          recipe: { ...RECIPE, sensor: '' },
          parts: { sensor: ['published:imx250', 'published:imx183'] },
          requirements: { longestExposureSeconds: 0.001, snrDb: 20 },
          goal: { figure: 'sensor.snrAtGrey18' },
        },
      },
      answer: {
        sentence: '1 of 2 are left.',
        candidates: { all: 2, refused: 1, raced: 1 },
        reasons: [
          {
            requirement: 'snrDb',
            count: 1,
            alone: 1,
            example: {
              name: 'published:imx183',
              message: '13.2 dB at 18 % grey in 1 ms, 20 dB are asked for',
            },
          },
        ],
        raced: [{ name: 'published:imx250', figures: { snrDb: 21.4 } }],
        runs: 32,
        notes: [],
      },
    },
  },
  Reports: {
    'POST /api/reports': {
      request: { name: 'phone', recipe: RECIPE, profile: 'mobile', draft: true },
      answer: { id: ID, runs: 26 },
    },
    'GET /api/reports': { answer: { reports: [REPORT_STATUS] } },
    'GET /api/reports/{id}': { answer: REPORT_STATUS },
    'DELETE /api/reports/{id}': { answer: { status: 'cancelled' } },
    'POST /api/reports/{id}/resume': { answer: REPORT_STATUS },
    'GET /api/reports/{id}/document': {
      answer: { name: 'phone', recipe: RECIPE, profile: 'mobile', draft: true },
    },
    'GET /api/reports/{id}/lab.json': {},
    'GET /api/reports/{id}/lab.csv': {},
    'GET /api/reports/{id}/report.html': {},
    'GET /api/reports/{id}/report.pdf': {},
  },
  Projects: {
    'GET /api/projects': { answer: { projects: [PROJECT] } },
    'POST /api/projects': { request: { name: 'Door camera', recipe: RECIPE }, answer: PROJECT },
    'GET /api/projects/{id}': { answer: { ...PROJECT, recipe: RECIPE } },
    'PUT /api/projects/{id}': {
      request: { recipe: RECIPE, version: 1 },
      answer: { ...PROJECT, version: 2 },
    },
    'PATCH /api/projects/{id}': {
      request: { name: 'Gate camera' },
      answer: { ...PROJECT, name: 'Gate camera' },
    },
    'DELETE /api/projects/{id}': {},
  },
  Accounts: {
    'POST /api/check-email': { request: { email: EMAIL }, answer: { duplicate: false } },
    'POST /api/send-code': {
      request: { email: EMAIL },
      answer: { message: 'Verification code sent.' },
    },
    'POST /api/verify-code': {
      request: { email: EMAIL, code: '123456' },
      answer: { message: 'Email verified!' },
    },
    'POST /api/signup': {
      request: { firstName: 'Ada', lastName: 'Example', email: EMAIL, password: 'Aa1!aaaa' },
      answer: { message: 'Signup successful! You can now log in.' },
    },
    'POST /api/login': {
      request: { email: EMAIL, password: 'Aa1!aaaa' },
      answer: { firstName: 'Ada', plan: 'Trial', message: 'Login successful.' },
    },
    'POST /api/logout': { request: { email: EMAIL }, answer: { message: 'You are logged out.' } },
    'POST /api/reset-password': {
      request: { email: EMAIL, password: 'Bb2!bbbb' },
      answer: { message: 'Password reset successful. Please login.' },
    },
    'GET /api/tokens': {
      answer: { tokens: [{ ...TOKEN, createdAt: AT, lastUsedAt: null }] },
    },
    'POST /api/tokens': {
      request: { name: 'nightly sweeps', scope: 'read', expiresInDays: 90 },
      answer: { ...TOKEN, token: 'lumenloom_…' },
    },
    'DELETE /api/tokens/{id}': {},
    'GET /api/preferences': { answer: { tools: 'all' } },
    'PUT /api/preferences': {
      request: { tools: ['live', 'measure'] },
      answer: { tools: ['live', 'measure'] },
    },
  },
  Site: {
    'POST /api/contact': {
      request: {
        questionType: 'Support',
        ...SENDER,
        subject: 'Lenses',
        message: 'Which files can I use?',
      },
      answer: SENT,
    },
    'POST /api/contact-sales': {
      request: { productType: 'Enterprise', quantity: 3, ...SENDER },
      answer: SENT,
    },
    'POST /api/apply': {
      request: {
        firstName: 'Ada',
        lastName: 'Example',
        email: EMAIL,
        phone: '+1 555 0100',
        resume: 'resume.pdf',
      },
      answer: SENT,
    },
    'POST /api/license-check': {
      request: { email: EMAIL, licenseKey: 'ABCDE-FGHJK-MNPQR-STVWX-YZ234' },
      answer: { downloadUrl: 'https://lumenloom.example.com/api/download/…' },
    },
    'GET /api/dashboard': {
      answer: {
        totalUsers: 2,
        dau: 1,
        mau: 2,
        stickiness: 50,
        signups: [{ date: '2026-03-02', count: 1 }],
        logins: [{ date: '2026-03-02', count: 1 }],
      },
    },
  },
};
