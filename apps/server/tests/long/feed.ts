// `npm run test:long -- feed [notas] [semente]`: sixteen writers store e-mails as ingest does and
// wait a random time before they publish. Four readers follow by cursor, two of them over HTTP.
// Required: no row missed or repeated, one order, and no gap in the feed.
import { proveOrdem } from "../feed-ordem.ts";

const notas = Number(process.argv[2] ?? 50_000);
const semente = Number(process.argv[3] ?? Date.now() % 1_000_000);
const started = performance.now();
const balanco = await proveOrdem({ escritores: 16, notas, porEmail: 60, atrasoMs: 200, semente });
const { desistidas, trocadas, ingenuoPerderia, leituras, errado } = balanco;
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `feed: ${balanco.notas} linhas de 16 escritores, ${desistidas} transações desfeitas, ${trocadas} vezes publicado fora da ordem de escrita, semente ${semente}, ${seconds} s`,
);
for (const { nome, paginas, perdidas, dobradas, foraDeOrdem } of leituras) {
  console.log(
    `${nome}: ${paginas} páginas, ${perdidas} perdidas, ${dobradas} dobradas, ${foraDeOrdem} fora de ordem`,
  );
}
console.log(`quem lesse por id perderia ${ingenuoPerderia}`);
for (const what of errado) console.log(`errado: ${what}`);
process.exitCode = errado.length === 0 && trocadas > 0 ? 0 : 1;
