// `npm run test:long -- ingest [messages]`: messages of 108 KB through poll and ingest in one
// process. Memory must stay flat, and each message must become exactly one nota.
import { openPipelineRun } from "../../bench/ingest/pipeline-run.ts";

const BATCH = 500;
const MEGABYTE = 1_048_576;
/**
 * Allowed growth of the second half over the first, in MB: buffers of a full poll are allocated and
 * freed.
 */
const GROWTH_MAX_MB = 64;

const total = Number(process.argv[2] ?? 20_000);
const rss: number[] = [];
const rates: number[] = [];
const pipeline = await openPipelineRun();
let notas = 0;
try {
  for (let done = 0; done < total; done += BATCH) {
    const size = Math.min(BATCH, total - done);
    await pipeline.mailbox.fill(size);
    const started = performance.now();
    const ingested = await pipeline.pollAndIngest();
    if (ingested !== size) throw new Error(`${ingested} of ${size} messages were ingested`);
    rates.push((size * 1000) / (performance.now() - started));
    rss.push(process.memoryUsage().rss / MEGABYTE);
    console.log(`${done + size} mensagens, RSS ${mb(rss.length - 1)}, ${rates.at(-1)?.toFixed(0)} e-mails/s`);
  }
  notas = await pipeline.countNotas();
} finally {
  await pipeline.dispose();
}
const half = Math.ceil(rss.length / 2);
const [first, second] = [Math.max(...rss.slice(0, half)), Math.max(...rss.slice(half), 0)];
console.log(`RSS: começo ${mb(0)}, meio ${mb(half - 1)}, fim ${mb(rss.length - 1)}`);
console.log(`maior RSS: ${first.toFixed(0)} MB na 1ª metade, ${second.toFixed(0)} MB na 2ª`);
console.log(`${notas} notas de ${total} mensagens`);
process.exitCode = notas === total && second <= first + GROWTH_MAX_MB ? 0 : 1;

function mb(n: number): string {
  return `${(rss[n] ?? 0).toFixed(0)} MB`;
}
