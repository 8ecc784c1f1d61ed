// `npm run test:long -- matar-importacao [blows] [seed]`: the worker is killed (kill -9) once in each of many files that were sent, at
// moments from the first byte to the last commit; every document once.
import { strikeImportacoes } from "../matar-importacao.ts";

const DOCUMENTOS = 450;

const golpes = Number(process.argv[2] ?? 20);
const semente = Number(process.argv[3] ?? Date.now() % 1_000_000);
const started = performance.now();
const { documentos, noMeio, retomadaMs, errado } = await strikeImportacoes({
  golpes,
  documentosPorArquivo: DOCUMENTOS,
  semente,
});
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `importação: ${golpes} golpes (${noMeio} no meio da leitura), ${documentos} documentos, retomada em até ${retomadaMs} ms, semente ${semente}, ${seconds} s`,
);
for (const what of errado) console.log(`errado: ${what}`);
process.exitCode = errado.length === 0 ? 0 : 1;
