// `npm run test:long -- matar [blows] [seed]`: kill -9 at many moments of ingesting; every document once.
import { killWorker } from "../matar.ts";

const golpes = Number(process.argv[2] ?? 50);
const semente = Number(process.argv[3] ?? Date.now() % 1_000_000);
const started = performance.now();
const { mensagens, documentos, errado } = await killWorker({ golpes, mensagensPorGolpe: 20, semente });
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `${golpes} golpes, ${mensagens} mensagens, ${documentos} documentos, semente ${semente}, ${seconds} s`,
);
for (const what of errado) console.log(`errado: ${what}`);
process.exitCode = errado.length === 0 ? 0 : 1;
