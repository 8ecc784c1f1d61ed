// `npm run test:long -- erp-morto [golpes] [semente]`: kills the example ERP (kill -9) at random
// points while it pulls the feed. Each document must be kept once, byte for byte, and acknowledged
// once.
import { killErp } from "../faults/kill-erp.ts";

const kills = Number(process.argv[2] ?? 200);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const started = performance.now();
const {
  notas,
  whileStoring: guardando,
  beforeCursor: antesDoCursor,
  betweenPages: entrePaginas,
  errors: violations,
} = await killErp({ kills, seed });
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `ERP morto ${kills} vezes (${guardando} guardando, ${antesDoCursor} marcado e sem o cursor, ${entrePaginas} entre páginas), ${notas} notas, semente ${seed}, ${seconds} s`,
);
for (const what of violations) console.log(`errado: ${what}`);
process.exitCode = violations.length === 0 && guardando > 0 ? 0 : 1;
