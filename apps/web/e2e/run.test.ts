import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { describeSite } from './browser.ts';
import { goTo } from './site-page.ts';
import {
  button,
  choose,
  fake,
  json,
  list,
  log,
  ndjson,
  openDialog,
  PICTURE,
  runBody,
} from './workbench-page.ts';

const lines = async (page: Page): Promise<readonly string[]> =>
  log(page).locator(':scope > *').allTextContents();

/** The body of Run with everything chosen and nothing edited (specification, section 3). */
const everything = {
  illuminant: 'D65',
  illuminantLuminance: '',
  scene: 'Macbeth',
  sceneFile: '',
  sceneLuminance: '',
  macbethParams: { hfov: 10, patchSize: 16 },
  pointarrayParams: { hfov: 10, arraySize: 128, pointSpacing: 16 },
  gridlinesParams: { hfov: 10, gridlineSize: 128, lineSpacing: 16, lineThickness: 1 },
  slantededgeParams: { hfov: 10, imageSize: 128, edgeAngle: 2.6, darkLevel: 0 },
  ringsraysParams: { hfov: 10, radialFreq: 8, size: 128 },
  sceneFileParams: { hfov: 10, illuminant: '' },
  sceneFileIlluminantData: Array.from({ length: 31 }, () => [0, 0]),
  optics: 'Fisheye',
  sensor: 'Bayer-rggb',
  sensorParams: {
    voltage_swing: '1.15',
    well_capacity: '9000',
    fill_factor: '0.45',
    pixel_size: '2.2',
    dark_voltage: '10',
    read_noise: '0.96',
    prnu: '0.2218',
    dsnu: '1',
    analog_gain: '1',
    analog_offset: '0',
    rows: '450',
    cols: '650',
  },
  isp: 'Fast-openISP',
  ispParams: {
    dpcEnabled: true,
    dpcValue: '30',
    blcEnabled: true,
    blcR: '0',
    blcGr: '0',
    blcGb: '0',
    blcB: '0',
    blcalpha: '0',
    blcbeta: '0',
    aafEnabled: true,
    awbEnabled: true,
    awbR: '1400',
    awbGr: '1200',
    awbGb: '1200',
    awbB: '5000',
    cnfEnabled: true,
    cnfValue: '0',
    cfaEnabled: true,
    cfaType: 'malvar',
    ccmEnabled: true,
    ccmValues: [
      ['0', '0', '2000', '0'],
      ['0', '2000', '0', '0'],
      ['2000', '0', '0', '0'],
    ],
    gacEnabled: true,
    gacGain: '256',
    gacOffset: '0.8',
    cscEnabled: true,
    nlmEnabled: true,
    nlmRadius: '9',
    nlmSigma: '3',
    nlmHeight: '10',
    bnfEnabled: true,
    bnfDistTh: '1.0',
    bnfNormGain: '1.0',
    cehEnabled: true,
    cehGain: '4,6',
    cehOffset: '0.01',
    eehEnabled: true,
    eehGain: '384',
    eehOffset: '100',
    eehEdgeThreshold: '4',
    eehDeltaThreshold: '1000',
    fcsEnabled: true,
    fcsGain: '8',
    fcsOffset: '32',
    hscEnabled: true,
    hscHueOffset: '0',
    hscSaturationGain: '256',
    bccEnabled: true,
    bccBrightnessOffset: '0',
    bccContrastGain: '256',
    sclEnabled: false,
    sclWidth: '1920',
    sclHeight: '1080',
  },
  algorithm: '',
};
const choices = {
  Illuminant: 'D65',
  Scene: 'Macbeth',
  Optics: 'Fisheye',
  Sensor: 'Bayer-rggb',
  ISP: 'Fast-openISP',
};

describeSite('the request of Run (specification W-190 to W-202)', (site) => {
  test('has every documented field, and no other; also when every dialog was opened and submitted unchanged', async () => {
    const page = await site().open('/simulate');
    // Blanks are sent as they are (specification W-219).
    expect(await runBody(page)).toMatchObject({
      illuminant: '',
      scene: '',
      optics: '',
      sensor: '',
      isp: '',
      algorithm: '',
    });
    await choose(page, choices);
    const { illuminantCustomPhotons, ...first } = await runBody(page);
    expect(first).toEqual(everything);
    expect(illuminantCustomPhotons).toHaveLength(31);
    for (const name of [
      'Scene Params',
      'Brightness',
      'Sensor Params',
      'ISP Params',
      'Illuminant Params',
    ]) {
      await openDialog(page, name);
      await button(page, 'Modify').click();
    }
    await choose(page, { Illuminant: 'Custom' });
    await openDialog(page, 'Illuminant Params');
    await button(page, 'Modify').click();
    const second = await runBody(page);
    // docs/reference/protocol.md#sensor-size-defaults: the sensor dialog's own defaults replace
    // emptied fields only.
    expect(second).toEqual({ ...everything, illuminant: 'Custom', illuminantCustomPhotons });
  });
});

describeSite('the answer of Run (specification W-203 to W-220)', (site) => {
  test('lines go to the log, what is malformed to the console, unknown types nowhere; the rest is parsed at the end', async () => {
    const page = await site().open('/simulate');
    await log(page).getByText('Using CPU').waitFor();
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    await fake(page, '/simulate', {
      contentType: 'application/x-ndjson',
      body: `{"type":"log","content":"one"}\nrubbish\n{"type":"dream","content":1}\n{"type":"result","content":"${PICTURE}"}\n{"type":"log","content":"two"}`,
    });
    await button(page, 'Run').click();
    await expect.poll(() => lines(page)).toEqual(['Using CPU for calculation', 'one', 'two', '']);
    expect(warnings).toHaveLength(1);
    expect(await page.getByAltText('Simulation result').getAttribute('src')).toBe(PICTURE);
    await expect.poll(() => button(page, 'Run').isEnabled()).toBe(true);

    // The next run clears the picture and keeps the log.
    await page.unroute('**/simulate');
    await fake(page, '/simulate', ndjson({ type: 'log', content: 'three' }));
    await button(page, 'Run').click();
    await expect
      .poll(() => lines(page))
      .toEqual(['Using CPU for calculation', 'one', 'two', '', 'three', '']);
    expect(await page.getByAltText('Simulation result').count()).toBe(0);
  });

  test('a refusal with a sentence, an answer that is no JSON, a session that has ended or a broken connection is one line, and Run can be used again', async () => {
    const page = await site().open('/simulate');
    await log(page).getByText('Using CPU').waitFor();
    for (const [answer, line] of [
      [
        json({ message: 'HFoV must be less than 180 °, not 200 °.' }, 422),
        /^Simulation failed: HFoV must be less than 180 °, not 200 °\.$/,
      ],
      [
        { status: 500, body: '<h1>Oops</h1>' },
        /^Simulation failed: the server answered with status 500\.$/,
      ],
      [
        json({ message: 'Log in to run simulations.' }, 401),
        /^Simulation failed: Log in to run simulations\. Log in$/,
      ],
      [null, /^Simulation failed: (?!HFoV|the server|Log in).+$/],
    ] as const) {
      const before = (await lines(page)).length;
      await page.unroute('**/simulate');
      await fake(page, '/simulate', answer);
      await button(page, 'Run').click();
      await expect.poll(async () => (await lines(page)).at(-1)).toMatch(line);
      expect(await lines(page)).toHaveLength(before + 1);
      for (const name of ['Run', 'New'])
        await expect.poll(() => button(page, name).isEnabled()).toBe(true);
    }
  });

  test('leaving during a run says nothing', async () => {
    const page = await site().open('/simulate');
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.route('**/simulate', (route) =>
      route.request().method() === 'POST' ? new Promise(() => undefined) : route.fallback(),
    );
    await button(page, 'Run').click();
    await page.getByText('Simulating…').waitFor();
    await page.getByRole('link', { name: 'Lumenloom' }).click();
    await log(page).waitFor({ state: 'detached' });
    await page.goBack();
    await log(page).getByText('Using CPU').waitFor();
    expect(await lines(page)).toEqual(['Using CPU for calculation']);
    expect(said).toEqual([]);
  });
});

describeSite('device check (specification W-230 to W-234, W-243 to W-249)', (site) => {
  test('asks when the page opens and with New, and says what it may compute on, or that it may not', async () => {
    const page = await site().open('/desktop-info');
    await page.evaluate(() => {
      localStorage.setItem('isLoggedIn', 'true');
    });
    let bodies = await fake(page, '/get_device', json({ device: 'cuda' }));
    await goTo(page, `${site().address}/simulate`);
    await expect.poll(() => lines(page)).toEqual(['Using GPU for calculation']);
    expect(bodies).toEqual([{}]);
    for (const [answer, line] of [
      [json({ device: 'cpu' }), 'Using CPU for calculation'],
      [json({ message: 'no' }, 503), 'Compute resource not available'],
      [json({ device: 'cuda' }), 'Using GPU for calculation'],
      [null, 'Compute resource not available'],
    ] as const) {
      await page.unroute('**/get_device');
      bodies = await fake(page, '/get_device', answer);
      await button(page, 'New').click();
      await expect.poll(() => lines(page)).toEqual([line]);
      expect(bodies).toEqual([{}]);
    }
  });

  test('New puts every choice and every parameter back, clears picture and log, and asks for the device again', async () => {
    const page = await site().open('/simulate');
    await choose(page, { ...choices, Illuminant: 'Custom' });
    for (const [name, label, value] of [
      ['Scene Params', 'Patch Size', '20'],
      ['Sensor Params', 'Rows', '16'],
      ['ISP Params', 'clip limit', '1'],
      ['Illuminant Params', 'Photons at 400 nm', '1'],
      ['Brightness', 'Luminance (cd/m2)', '5'],
    ] as const) {
      await (await openDialog(page, name)).getByLabel(label).fill(value);
      await page.keyboard.press('Enter');
    }
    await fake(
      page,
      '/simulate',
      ndjson({ type: 'log', content: 'old' }, { type: 'result', content: PICTURE }),
    );
    await button(page, 'Run').click();
    await page.getByAltText('Simulation result').waitFor();
    await page.unroute('**/simulate');
    const devices = await fake(page, '/get_device', json({ device: 'cuda' }));
    await button(page, 'New').click();
    await expect.poll(() => lines(page)).toEqual(['Using GPU for calculation']);
    expect(devices).toHaveLength(1);
    expect(await page.getByAltText('Simulation result').count()).toBe(0);
    for (const label of Object.keys(choices)) expect(await list(page, label).inputValue()).toBe('');
    const { illuminantCustomPhotons, ...sent } = await runBody(page);
    expect(sent).toEqual({
      ...everything,
      illuminant: '',
      scene: '',
      optics: '',
      sensor: '',
      isp: '',
    });
    expect((illuminantCustomPhotons as number[])[0]).toBeCloseTo(1.666391, 6);
  });
});

describeSite('field-of-view check (specification W-235 to W-242)', (site) => {
  const answer = json(
    [
      { type: 'log', content: 'It fits.' },
      { type: 'other', content: 'no' },
    ].map((event) => JSON.stringify(event)),
  );

  test('follows scene, optics and scene dialogs, once both are chosen', async () => {
    const page = await site().open('/simulate');
    await log(page).getByText('Using CPU').waitFor();
    const bodies = await fake(page, '/fov_check', answer);
    await choose(page, { Scene: 'Macbeth', Illuminant: 'D65', Sensor: 'Bayer-grbg' });
    expect(bodies).toHaveLength(0);
    await choose(page, { Optics: 'Cooke Triplet' });
    await expect.poll(() => lines(page)).toEqual(['Using CPU for calculation', 'It fits.', '']);
    expect(bodies).toEqual([
      {
        selectedScene: 'Macbeth',
        sceneFile: '',
        selectedOptics: 'Cooke Triplet',
        ...Object.fromEntries(
          Object.entries(everything).filter(([key]) =>
            [
              'macbethParams',
              'pointarrayParams',
              'gridlinesParams',
              'slantededgeParams',
              'ringsraysParams',
              'sceneFileParams',
            ].includes(key),
          ),
        ),
      },
    ]);
    await choose(page, { Scene: 'Gridlines' });
    await expect.poll(() => bodies.length).toBe(2);
    await openDialog(page, 'Scene Params');
    await page.getByRole('dialog').getByLabel('HFoV').fill('25');
    await page.keyboard.press('Enter');
    await expect.poll(() => bodies.length).toBe(3);
    expect(bodies[2]).toMatchObject({ selectedScene: 'Gridlines', gridlinesParams: { hfov: 25 } });
    await openDialog(page, 'Sensor Params');
    await page.keyboard.press('Enter');
    await choose(page, { Optics: '' });
    expect(bodies).toHaveLength(3);
  });

  test('its errors are for the console; the real one says how much of the sensor is covered', async () => {
    const page = await site().open('/simulate');
    await log(page).getByText('Using CPU').waitFor();
    const errors: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('field-of-view check:')) errors.push(message.type());
    });
    await fake(page, '/fov_check', null);
    await choose(page, { Scene: 'Macbeth', Optics: 'Fisheye' });
    await expect.poll(() => errors).toEqual(['error']);
    expect(await lines(page)).toEqual(['Using CPU for calculation']);

    // The real one says how much of the sensor is covered.
    await page.unroute('**/fov_check');
    await choose(page, { Optics: 'Double-Gauss' });
    await log(page)
      .getByText(/On the default 650\s×\s450/)
      .waitFor();
    await expect.poll(async () => (await lines(page)).at(-1)).toBe('');
  });
});
