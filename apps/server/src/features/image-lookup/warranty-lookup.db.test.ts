import { maxImageBytes } from '@warranty/contracts/image-lookup';
import { describe, expect, it } from 'vitest';
import {
  type ImageLookup,
  type ImageUser,
  images,
  labelReaders,
  startDemoUser,
  startImageUser,
} from '../../../test/image-fixture.ts';
import { startVendorFixture } from '../../../test/vendor.ts';

const { dell, illegible, lenovo, withoutSerial } = images.labels;
const timeout = 60_000;
const scene = await startVendorFixture({ IMAGES_PER_MINUTE: '1000', CACHE_HOURS: '0' });
const user = await startImageUser(scene.server);

const lookUp = async (body: Parameters<ImageUser['lookUp']>[0]) =>
  (await user.lookUp(body)).json<ImageLookup>();

const send = (photo: Buffer, type: string, query = '') => user.send(`warranty-lookup${query}`, photo, type);
const randomId = /^[0-9a-f-]{36}$/;

describe('POST /api/ocr/warranty-lookup with a serial number', { timeout }, () => {
  it('replies without reading the photo', async () => {
    const asked = await scene.lookup({ modelNumber: 'TST1234', manufacturer: 'Dell' });
    const { startDate, endDate, endsAt, status, noCoverage, serviceLevel } = asked.json();
    expect(await lookUp({ serialNumber: ' tst1234 ', image: images.drawing() })).toEqual({
      success: true,
      lookupId: expect.stringMatching(randomId),
      manufacturer: 'Dell',
      serialNumber: 'TST1234',
      warrantyInfo: {
        startDate,
        endDate,
        endsAt,
        status,
        noCoverage,
        serviceLevel,
        systemDescription: asked.json().hardware.systemDescription,
        provider: 'Dell',
        checkedAt: expect.any(String),
        stale: false,
        demo: false,
      },
    });
    expect(labelReaders()).toEqual([]);
  });

  it.each([
    ['HP', 'Hewlett-Packard'],
    ['Cisco', undefined],
    ['Acer', 'Acer'],
  ])('reports that %s devices are not supported', async (vendor, manufacturer) => {
    const answer = await lookUp({ serialNumber: 'FOC22441XWN', ...(manufacturer ? { manufacturer } : {}) });
    expect(answer).toMatchObject({
      success: false,
      manufacturer: vendor,
      error: `Image lookup does not support ${vendor} devices`,
      warrantyInfo: null,
    });
  });

  it('reports that there is no information if Dell does not know the device, and what to try', async () => {
    expect(await lookUp({ serialNumber: 'ZZ0000001X', manufacturer: 'Dell' })).toMatchObject({
      success: false,
      error: 'No warranty information found',
      reason: expect.stringMatching(/^Dell has no record of /),
      warrantyInfo: null,
    });
  });

  it('returns the cached answer if Dell is unavailable, and an error if there is none', async () => {
    await lookUp({ serialNumber: 'TST5678' });
    await scene.simulator.faults({ serverErrors: { times: -1 } });
    expect((await lookUp({ serialNumber: 'TST5678' })).warrantyInfo?.stale).toBe(true);
    const response = await user.lookUp({ serialNumber: 'TST9999' });
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBeDefined();
    await scene.simulator.faults({});
    await scene.query('delete from vendor_gates');
  });

  it('rejects a request with neither a photo nor a serial number', async () => {
    const response = await user.lookUp({ manufacturer: 'Dell' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: 'Invalid request data', code: 'invalid_request' });
  });
});

describe('POST /api/ocr/warranty-lookup with a photo', { timeout }, () => {
  it.each([
    ['in base64', () => user.lookUp({ image: dell.file() })],
    ['as the body', () => send(dell.file(), 'image/jpeg')],
  ])('reads it %s and looks up the device', async (_, ask) => {
    expect((await ask()).json()).toMatchObject({
      success: true,
      manufacturer: 'Dell',
      serialNumber: dell.serialNumber,
      warrantyInfo: { provider: 'Dell' },
      data: { serialNumber: dell.serialNumber },
    });
  });

  it('reports the manufacturer if it is not Dell, without a vendor call', async () => {
    const before = (await scene.simulator.counts()).tagsAsked;
    expect(await lookUp({ image: lenovo.file() })).toMatchObject({
      success: false,
      manufacturer: 'Lenovo',
      serialNumber: lenovo.serialNumber,
      error: 'Image lookup does not support Lenovo devices',
    });
    expect((await scene.simulator.counts()).tagsAsked).toBe(before);
  });

  it('reports that it found nothing to look up', async () => {
    expect(await lookUp({ image: withoutSerial.file() })).toMatchObject({
      success: false,
      error: 'Could not find model number or serial number for warranty lookup',
      serialNumber: null,
      warrantyInfo: null,
      data: { suggestions: [] },
    });
  });

  it('does not look up a guess, but returns it as a suggestion', async () => {
    const { data, ...answer } = await lookUp({ image: illegible.file() });
    expect(answer).toMatchObject({
      success: false,
      error: 'Could not find model number or serial number for warranty lookup',
      serialNumber: null,
    });
    expect(data?.suggestions).not.toEqual([]);
    expect(data?.serialNumber).toBeNull();
  });
});

describe('POST /api/ocr/warranty-lookup with the photo as the body', { timeout }, () => {
  it('takes the serial number and manufacturer as query parameters, and then does not read it', async () => {
    const answer = (await send(dell.file(), 'image/jpeg', '?serialNumber=tst1234')).json<ImageLookup>();
    expect(answer).toMatchObject({ success: true, serialNumber: 'TST1234' });
    expect(answer.data).toBeUndefined();
    const other = await send(dell.file(), 'image/jpeg', '?serialNumber=TST1234&manufacturer=HP');
    expect(other.json()).toMatchObject({ error: 'Image lookup does not support HP devices' });
    const read = await send(dell.file(), 'image/jpeg', '?manufacturer=Hewlett-Packard');
    expect(read.json()).toMatchObject({ manufacturer: 'HP', data: { serialNumber: dell.serialNumber } });
  });

  it('rejects an invalid query parameter', async () => {
    const response = await send(dell.file(), 'image/jpeg', `?serialNumber=${'A'.repeat(201)}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ details: [{ path: 'query.serialNumber' }] });
  });

  it.each([
    ['not a photo, in base64', () => user.lookUp({ image: images.drawing() }), 415],
    ['not a photo', () => send(images.drawing(), 'image/png'), 415],
    ['a photo of another type', () => send(dell.file(), 'image/webp'), 415],
    ['truncated', () => send(images.truncatedPhoto(), 'image/jpeg'), 422],
    ['too large', () => send(images.paddedPhoto(maxImageBytes + 1), 'image/jpeg'), 413],
  ])('rejects a file that is %s', async (_, ask, status) => {
    expect((await ask()).statusCode).toBe(status);
  });
});

it('POST /api/ocr/warranty-lookup in demo mode finds its samples, and reports for any other device that it runs on sample data', {
  timeout,
}, async () => {
  const client = await startDemoUser(['SMP0001']);
  const known = (await client.lookUp({ serialNumber: 'SMP0001' })).json<ImageLookup>();
  expect(known).toMatchObject({ success: true, warrantyInfo: { demo: true } });
  expect((await client.lookUp({ serialNumber: '5TQ8R99' })).json()).toMatchObject({
    success: false,
    error: 'This server is in demo mode. Add Dell credentials to look up 5TQ8R99.',
  });
});
