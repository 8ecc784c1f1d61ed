// `npm run test:long -- matar [faults] [seed] [kind]`: injects faults while e-mails are ingested;
// every document must be stored exactly once. Kinds: morte (kill -9 of the worker), fila and redis
// (the queue is emptied), banco (PostgreSQL restarts); all of them unless one is named.

import { FAULTS, type Fault } from "../faults/faults.ts";
import { injectFaults } from "../faults/inject-faults.ts";

const MESSAGES_PER_FAULT = 40;
/** One fault of each other kind per this many kills. */
const KILLS_PER_OTHER_FAULT = 5;

const faults = Number(process.argv[2] ?? 50);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const onlyFault = FAULTS.find((fault) => fault === process.argv[4]);

async function run(fault: Fault): Promise<boolean> {
  if (fault === "redis" && !process.env.TEST_REDIS_URL) {
    console.log("pulado: redis (não há redis-server nesta máquina)");
    return true;
  }
  const started = performance.now();
  const count =
    fault === "morte" || onlyFault === fault
      ? faults
      : Math.max(1, Math.round(faults / KILLS_PER_OTHER_FAULT));
  const o = { fault, faults: count, messagesPerFault: MESSAGES_PER_FAULT, seed };
  const { messages: mensagens, documents: documentos, resumeMs, violations } = await injectFaults(o);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${fault}: ${count} golpes, ${mensagens} mensagens, ${documentos} documentos, retomada em até ${resumeMs} ms, semente ${seed}, ${seconds} s`,
  );
  for (const what of violations) console.log(`errado: ${what}`);
  return violations.length === 0;
}

let ok = true;
for (const fault of onlyFault ? [onlyFault] : FAULTS) ok = (await run(fault)) && ok;
process.exitCode = ok ? 0 : 1;
