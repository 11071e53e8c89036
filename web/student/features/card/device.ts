import type { components } from '../../shared/api/schema.gen';
import { forget, keep, readKept } from '../../shared/storage/kept';
import { bytesOf, importSecret, proofAt } from './proof';

type Issued = components['schemas']['CardsIssuedWire'];

/** The state that makes this phone the one that shows the card. */
export type Device = {
  handle: string;
  key: CryptoKey;
  stepSeconds: number;
  /** Until when the card works without contact, ms of the server's clock. */
  leaseUntil: number;
  /** How far the server's clock is ahead of the phone's, ms. */
  offset: number;
};

const name = 'device';

/** The device stored on this phone. */
export const readDevice = () => readKept<Device>(name);

/** Deletes the device, because the card has moved. */
export const dropDevice = () => forget(name);

const offsetOf = (now: string) => Date.parse(now) - Date.now();

/** Stores a new device; its secret becomes a non-extractable key. */
export async function takeDevice(issued: Issued): Promise<Device> {
  const device: Device = {
    handle: issued.handle,
    key: await importSecret(bytesOf(issued.secret)),
    stepSeconds: issued.stepSeconds,
    leaseUntil: Date.parse(issued.leaseUntil),
    offset: offsetOf(issued.now),
  };
  await keep(name, device);
  return device;
}

/** The device after a contact with the server. */
export async function renewDevice(device: Device, leaseUntil: string, now: string) {
  const renewed = { ...device, leaseUntil: Date.parse(leaseUntil), offset: offsetOf(now) };
  await keep(name, renewed);
  return renewed;
}

/** Whether the lease has expired without contact. */
export const isLeaseOver = ({ leaseUntil, offset }: Device, now = Date.now()) =>
  now + offset >= leaseUntil;

/** The current step and the ms until the next one. */
export function stepAt({ stepSeconds, offset }: Device, now = Date.now()) {
  const length = stepSeconds * 1000;
  const at = now + offset;
  return { step: Math.floor(at / length), left: length - (at % length), length };
}

/** The URL in the QR code: capitals make the code smaller. */
export const addressAt = async (device: Device, step: number, origin = location.origin) =>
  `${origin}/c/`.toUpperCase() + device.handle + (await proofAt(device.key, step));
