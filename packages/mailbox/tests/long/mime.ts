// `npm run test:long -- mime [mutations] [seed]`: opens the corpus and mutated messages. Fails on
// an error, two seconds of CPU, a repeated path or too much memory.
import {
  createRandom,
  listCorpus,
  makeSeeds,
  mutateMessage,
  readWhole,
} from "../../src/tests/mutate-message.ts";

const CPU_MAX_MS = 2000;
const RSS_MAX_BYTES = 512 * 1024 * 1024;
const MUTATIONS = 100_000;
const LARGE_BYTES = 100_000;

const mutations = Number(process.argv[2] ?? MUTATIONS);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const wrong: string[] = [];
let worst = 0;
let parts = 0;
let rss = 0;

const corpus = listCorpus();
if (corpus.length === 0) console.log("Sem ../shared/corpus/mime: só mensagens inventadas.");
for (const [name, raw] of corpus) await look(raw, name);
console.log(`${corpus.length} mensagens do acervo, ${parts} partes, a mais lenta ${worst.toFixed(0)} ms`);

console.log(`${mutations} mutações, semente ${seed}`);
const random = createRandom(seed);
const originals = [...makeSeeds(), ...corpus.map(([, raw]) => raw).filter((raw) => raw.length < LARGE_BYTES)];
for (let run = 0; run < mutations; run += 1) {
  let message = originals[random(originals.length)] ?? Buffer.alloc(0);
  for (let times = 1 + random(6); times > 0; times -= 1) message = mutateMessage(message, random);
  await look(message, `mutação ${run}`);
}

console.log(
  `${parts} partes ao todo, a mais lenta ${worst.toFixed(0)} ms, RSS até ${Math.round(rss / 1024 / 1024)} MB`,
);
if (rss > RSS_MAX_BYTES) wrong.push(`RSS de ${Math.round(rss / 1024 / 1024)} MB`);
for (const what of wrong.slice(0, 20)) console.log(`errado: ${what}`);
process.exitCode = wrong.length === 0 ? 0 : 1;

async function look(raw: Buffer, name: string): Promise<void> {
  try {
    const { partes, retried, ms } = await readWhole(raw);
    parts += partes;
    worst = Math.max(worst, ms);
    if (retried > 0) wrong.push(`${name}: ${retried} partes no lugar de outra`);
    if (ms > CPU_MAX_MS) wrong.push(`${name}: ${Math.round(ms)} ms`);
  } catch (error) {
    wrong.push(`${name}: ${error instanceof Error ? error.stack : error}`);
  }
  rss = Math.max(rss, process.memoryUsage.rss());
}
