// `npm run test:long -- erp-morto [golpes] [semente]`: kills the example ERP (kill -9) at random
// points while it pulls the feed. Each document must be kept once, byte for byte, and acknowledged
// once.
import { strikeErp } from "../erp-morto.ts";

const golpes = Number(process.argv[2] ?? 200);
const semente = Number(process.argv[3] ?? Date.now() % 1_000_000);
const started = performance.now();
const { notas, guardando, antesDoCursor, entrePaginas, errado } = await strikeErp({ golpes, semente });
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `ERP morto ${golpes} vezes (${guardando} guardando, ${antesDoCursor} marcado e sem o cursor, ${entrePaginas} entre páginas), ${notas} notas, semente ${semente}, ${seconds} s`,
);
for (const what of errado) console.log(`errado: ${what}`);
process.exitCode = errado.length === 0 && guardando > 0 ? 0 : 1;
