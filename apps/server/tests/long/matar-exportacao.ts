// `npm run test:long -- matar-exportacao [kills] [seed]`: kills the worker (kill -9) once during
// each of many exports. The formats CSV, PDF and XLSX alternate, each at its row limit.
// The kills range from the start of the job to its last commit. Each file must be made once and
// complete.
import { EXPORTACAO_FORMATS } from "@malote/contract";
import { killDuringExportacoes } from "../faults/kill-during-exportacao.ts";

const kills = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const started = performance.now();
const { midway, resumeMs, violations } = await killDuringExportacoes({
  kills,
  formats: EXPORTACAO_FORMATS,
  seed,
});
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `exportação: ${kills} golpes (${midway} enquanto o arquivo era feito), pronto em até ${resumeMs} ms, semente ${seed}, ${seconds} s`,
);
for (const what of violations) console.log(`errado: ${what}`);
process.exitCode = violations.length === 0 && resumeMs < 60_000 ? 0 : 1;
