// Solves in a worker, so that the screen stays responsive on a slow phone.
import { solve, type Task } from './proof';

addEventListener('message', ({ data }: MessageEvent<Task>) => postMessage(solve(data)));
