// `npm run test:long -- matar-exportacao [kills] [seed]`: kills the worker (kill -9) once during
// each of many exports. The formats CSV, PDF and XLSX alternate, each at its row limit.
// The kills range from the start of the job to its last commit. Each file must be made once and
// complete.
import { FORMATOS_EXPORTACAO } from "@malote/contract";
import { strikeExportacoes } from "../matar-exportacao.ts";

const golpes = Number(process.argv[2] ?? 20);
const semente = Number(process.argv[3] ?? Date.now() % 1_000_000);
const started = performance.now();
const { noMeio, retomadaMs, errado } = await strikeExportacoes({
  golpes,
  formatos: FORMATOS_EXPORTACAO,
  semente,
});
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `exportação: ${golpes} golpes (${noMeio} enquanto o arquivo era feito), pronto em até ${retomadaMs} ms, semente ${semente}, ${seconds} s`,
);
for (const what of errado) console.log(`errado: ${what}`);
process.exitCode = errado.length === 0 && retomadaMs < 60_000 ? 0 : 1;
