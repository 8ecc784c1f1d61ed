// `npm run test:long -- dia [notas]`: one day of an installation with 40 CNPJs, from its first nota
// to the recheck of its last, under 30 % faults, a two-hour outage and clock jumps.
// Every nota must be queried in time, never twice at once, and SEFAZ must report no misuse.

import { MINUTE_MS } from "@malote/syntax";
import { simulateDay } from "../sefaz/simulate-day.ts";

const notas = Number(process.argv[2] ?? 5_000);
const started = performance.now();
const result = await simulateDay({ notas, cnpjs: 40, contas: 10, stepMs: 30 * MINUTE_MS, seed: 5 }, (line) =>
  console.log(line),
);
const { contadores, semRespostaEm24h, semConferencia, ...seen } = result;
const indevidos = Object.values(contadores.indevidos).reduce((sum, n) => sum + n, 0);
const seconds = (performance.now() - started) / 1_000;
console.log(`${seen.notas} notas em ${seen.autorizadores} autorizadores e modelos, ${seconds.toFixed(0)} s`);
console.log(
  `${seen.consultas} tentativas, ${seen.falhas} sem resposta; ${JSON.stringify(contadores.porFalha)}`,
);
console.log(`primeira resposta: a mais tardia ${seen.piorRespostaH.toFixed(1)} h depois da emissão`);
console.log(
  `sem resposta em 24 h: ${semRespostaEm24h.length}; sem conferência depois de 25 h: ${semConferencia.length}`,
);
console.log(
  `disjuntor: ${seen.aberturas} aberturas, ${seen.fechamentos} fechamentos; adiadas: ${JSON.stringify(seen.adiadas)}`,
);
console.log(
  `consumo indevido: ${contadores.consumoIndevido}; regras quebradas: ${indevidos}; em paralelo: ${contadores.emParalelo}`,
);
const bad =
  semRespostaEm24h.length + semConferencia.length + seen.desistidas + contadores.consumoIndevido + indevidos;
process.exitCode =
  bad === 0 && contadores.emParalelo === 1 && seen.aberturas > 0 && seen.fechamentos > 0 ? 0 : 1;
