// `npm run test:long -- matar-importacao [kills] [seed]`: kills the worker (kill -9) once during
// each of many imports, between the first byte and the last commit. Every document must be stored
// exactly once.
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
