// `npm run test:long -- matar-repositorio [blows] [seed]`: the worker is killed (kill -9) once in each of many ZIPs of the repository, at
// moments from its first document to its last commit; each ZIP there, once and byte for byte what it would have been.
import { strikeRepositorios } from "../matar-repositorio.ts";

const DOCUMENTOS = 8_000;

const golpes = Number(process.argv[2] ?? 20);
const semente = Number(process.argv[3] ?? Date.now() % 1_000_000);
const started = performance.now();
const { noMeio, retomadaMs, errado } = await strikeRepositorios({ golpes, documentos: DOCUMENTOS, semente });
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `repositório: ${golpes} golpes (${noMeio} enquanto o ZIP era feito), pronto em até ${retomadaMs} ms, semente ${semente}, ${seconds} s`,
);
for (const what of errado) console.log(`errado: ${what}`);
if (noMeio === 0) console.log("errado: nenhum golpe caiu enquanto um ZIP era feito");
process.exitCode = errado.length === 0 && noMeio > 0 && retomadaMs < 60_000 ? 0 : 1;
