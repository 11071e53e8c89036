// The real server on demo data, one for each worker: journeys of two workers do not meet in one database.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const binary = process.env.STUDBONUS ?? join(__dirname, '../../bin/studbonus');
const firstPort = Number(process.env.E2E_PORT ?? '8097');
const newFolder = () => mkdtempSync(join(tmpdir(), 'studbonus-e2e-'));

/** Makes the demo data that every worker starts from, once; the answer takes them away. */
export default function makeDemoData() {
  const folder = newFolder();
  execFileSync(binary, ['demo', '--data', folder, '--log-level', 'warn'], { stdio: 'inherit' });
  process.env.E2E_DEMO = folder; // workers inherit it
  return () => rmSync(folder, { recursive: true, force: true });
}

async function isReady(origin: string) {
  try {
    return (await fetch(`${origin}/readyz`)).ok;
  } catch {
    return false; // not listening yet
  }
}

/** Where a worker's server listens and keeps its data. */
export type Server = { origin: string; data: string };

/** Runs a worker's own server while `use` lasts. */
export async function serve(worker: number, use: (server: Server) => Promise<void>) {
  const origin = `http://127.0.0.1:${firstPort + worker}`;
  const data = newFolder();
  cpSync(process.env.E2E_DEMO ?? '', data, { recursive: true });
  const listen = origin.replace('http://', '');
  const args = [
    'serve',
    '--data',
    data,
    '--listen',
    listen,
    '--metrics',
    '',
    '--log-level',
    'warn',
  ];
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'inherit'] }); // without its greeting
  const ended = once(child, 'exit');
  try {
    for (const until = Date.now() + 120_000; !(await isReady(origin)); await setTimeout(50)) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      if (Date.now() > until) throw new Error('the server is not ready after two minutes');
    }
    await use({ origin, data });
  } finally {
    child.kill('SIGKILL'); // its data are thrown away: no need to end well
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}
