// The real server with demo data, one per worker, so that parallel journeys do not share a database.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const binary = process.env.STUDBONUS ?? join(__dirname, '../../bin/studbonus');
const firstPort = Number(process.env.E2E_PORT ?? '8097');
const newFolder = () => mkdtempSync(join(tmpdir(), 'studbonus-e2e-'));

/** Creates the demo data that every worker copies, once; the returned function deletes them. */
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

/** The offset of the students' ports from the console's. */
const studentPorts = 50;

/** The address and the data folder of a worker's server. */
export type Server = { origin: string; students: string; data: string };

/** Runs a worker's own server during `use`. */
export async function serve(
  worker: number,
  use: (server: Server) => Promise<void>,
  ...flags: string[]
) {
  const origin = `http://127.0.0.1:${firstPort + worker}`;
  const students = `http://127.0.0.1:${firstPort + studentPorts + worker}`;
  const data = newFolder();
  cpSync(process.env.E2E_DEMO ?? '', data, { recursive: true });
  const listen = origin.replace('http://', '');
  const args = [
    'serve',
    '--data',
    data,
    '--listen',
    listen,
    '--students-listen',
    students.replace('http://', ''),
    '--metrics',
    '',
    '--log-level',
    'warn',
    ...flags,
  ];
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', 'inherit'] }); // discards its greeting
  const ended = once(child, 'exit');
  try {
    for (const until = Date.now() + 120_000; !(await isReady(origin)); await setTimeout(50)) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
      if (Date.now() > until) throw new Error('the server is not ready after two minutes');
    }
    await use({ origin, students, data });
  } finally {
    child.kill('SIGKILL'); // a clean stop is unnecessary, because its data are deleted
    await ended;
    rmSync(data, { recursive: true, force: true });
  }
}
