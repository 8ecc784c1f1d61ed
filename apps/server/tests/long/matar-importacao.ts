// `npm run test:long -- matar-importacao [kills] [seed]`: kills the worker (kill -9) once during
// each of many imports, between the first byte and the last commit. Every document must be stored
// exactly once.
import { killDuringImportacoes } from "../faults/kill-during-importacao.ts";

const DOCUMENTS = 450;

const kills = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const started = performance.now();
const {
  documents: documentos,
  midway,
  resumeMs,
  violations,
} = await killDuringImportacoes({
  kills,
  documentsPerFile: DOCUMENTS,
  seed,
});
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `importação: ${kills} golpes (${midway} no meio da leitura), ${documentos} documentos, retomada em até ${resumeMs} ms, semente ${seed}, ${seconds} s`,
);
for (const what of violations) console.log(`errado: ${what}`);
process.exitCode = violations.length === 0 ? 0 : 1;
