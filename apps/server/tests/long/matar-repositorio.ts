// `npm run test:long -- matar-repositorio [kills] [seed]`: kills the worker (kill -9) once during
// each of many repository ZIPs, between the first document and the last commit.
// Each ZIP must be made once, byte for byte as without a kill.
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
