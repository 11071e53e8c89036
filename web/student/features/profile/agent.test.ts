import { expect, it } from 'vitest';
import { deviceName } from './agent';

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) … Version/18.4 Safari/604.1',
    'iPhone · Safari',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) … Chrome/130.0 YaBrowser/24.10 Safari/537.36',
    'Android · Яндекс Браузер',
  ],
  ['Mozilla/5.0 (Windows NT 10.0) … Chrome/130.0 Safari/537.36 Edg/130.0', 'Windows · Edge'],
  ['okhttp/4.12', ''],
])('%s', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
