// `npm run test:long -- feed [notas] [semente]`: sixteen writers store e-mails as ingest does and
// wait a random time before they publish. Four readers follow by cursor, two of them over HTTP.
// Required: no row missed or repeated, one order, and no gap in the feed.
import { proveFeedOrder } from "../api/prove-feed-order.ts";

const notas = Number(process.argv[2] ?? 50_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const started = performance.now();
const report = await proveFeedOrder({ writers: 16, notas, perEmail: 60, delayMaxMs: 200, seed });
const {
  rolledBack: desistidas,
  swapped: trocadas,
  missedByNaive: ingenuoPerderia,
  readings: leituras,
  errors: violations,
} = report;
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `feed: ${report.notas} linhas de 16 escritores, ${desistidas} transações desfeitas, ${trocadas} vezes publicado fora da ordem de escrita, semente ${seed}, ${seconds} s`,
);
for (const {
  nome,
  pages: paginas,
  missed: perdidas,
  repeated: dobradas,
  outOfOrder: foraDeOrdem,
} of leituras) {
  console.log(
    `${nome}: ${paginas} páginas, ${perdidas} perdidas, ${dobradas} dobradas, ${foraDeOrdem} fora de ordem`,
  );
}
console.log(`quem lesse por id perderia ${ingenuoPerderia}`);
for (const what of violations) console.log(`errado: ${what}`);
process.exitCode = violations.length === 0 && trocadas > 0 ? 0 : 1;
