// The real server with demo data, one at a time per worker, so that parallel journeys do not share a database.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const binary = process.env.STUDBONUS ?? join(__dirname, '../../bin/studbonus');
const newFolder = () => mkdtempSync(join(tmpdir(), 'studbonus-e2e-'));

/** Creates the demo data that every server copies, once; the returned function deletes them. */
export default function makeDemoData() {
  const folder = newFolder();
  execFileSync(binary, ['demo', '--data', folder, '--log-level', 'warn'], { stdio: 'inherit' });
  process.env.E2E_DEMO = folder; // workers inherit it
  return () => rmSync(folder, { recursive: true, force: true });
}

/** A free loopback address, below the ephemeral ports, which any outgoing connection may take before the server does. */
async function freeAddress(): Promise<string> {
  const port = randomInt(12_000, 32_000);
  const probe = createServer();
  const isFree = await new Promise<boolean>((answer) => {
    probe.once('error', () => answer(false));
    probe.listen(port, '127.0.0.1', () => answer(true));
  });
  if (!isFree) return freeAddress();
  await new Promise((closed) => probe.close(closed));
  return `127.0.0.1:${port}`;
}

async function isReady(origin: string) {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false; // not listening yet
  }
}

/** The address and the data folder of a server. */
export type Server = { origin: string; students: string; data: string };

/** A server that runs until it is stopped. */
export type Running = { server: Server; stop: () => Promise<void> };

/** Starts a server on a copy of the demo data. */
export async function start(...flags: string[]): Promise<Running> {
  const [listen, studentsListen] = [await freeAddress(), await freeAddress()];
  const data = newFolder();
  cpSync(process.env.E2E_DEMO ?? '', data, { recursive: true });
  const faces = ['--listen', listen, '--students-listen', studentsListen];
  const args = ['serve', '--data', data, ...faces, '--metrics', '', '--log-level', 'error'];
  const child = spawn(binary, [...args, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGKILL'); // a clean stop is unnecessary, because its data are deleted
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  const server = { origin: `http://${listen}`, students: `http://${studentsListen}`, data };
  try {
    await isUp(child, server.origin);
  } catch (error) {
    await stop();
    throw error;
  }
  return { server, stop };
}

/** Waits until the server is ready. It greets only after it has taken its ports, so whoever answers then is this one. */
async function isUp(child: ChildProcess, origin: string) {
  let hasGreeted = false;
  child.stdout?.on('data', () => {
    hasGreeted = true;
  });
  const until = Date.now() + 120_000;
  while (!(hasGreeted && (await isReady(origin)))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    if (Date.now() > until) throw new Error('the server is not ready after two minutes');
    await setTimeout(50);
  }
}
