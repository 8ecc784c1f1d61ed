// `npm run test:long -- signature [quantidade] [semente]`: mutated documents, judged by our code and by
// xmlsec1.
import { compare, REFUSAL_REASONS } from "../../src/tests/differential/compare.ts";
import { hasXmlsec } from "../../src/tests/differential/xmlsec.ts";

const COUNT = 10_000;
const WORKERS = 4;

async function main(): Promise<number> {
  if (!hasXmlsec) {
    console.log("xmlsec1 não está instalado (pacote xmlsec1): nada foi comparado");
    return 1;
  }
  const quantidade = Number(process.argv[2] ?? COUNT);
  const semente = Number(process.argv[3] ?? Date.now() % 1_000_000);
  const started = performance.now();
  const { byKind, refusals, wrong } = await compare({ quantidade, semente, processos: WORKERS });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${quantidade} documentos mudados, semente ${semente}, ${seconds} s`);
  console.log("mudança".padEnd(28), "total  aceitam  recusam  só nós recusamos");
  for (const [tipo, line] of [...byKind].sort()) {
    const { total, bothAccept, bothRefuse, onlyWeRefuse } = line;
    const cells = [total, bothAccept, bothRefuse, onlyWeRefuse].map((each) => String(each).padStart(7));
    console.log(tipo.padEnd(28), ...cells);
  }
  for (const [code, times] of [...refusals].sort()) {
    const why = Object.entries(REFUSAL_REASONS).find(([each]) => each === code)?.[1] ?? "";
    console.log(`só nós recusamos: ${code} ${times} ${why}`);
  }
  for (const what of wrong) console.log(`errado: ${what}`);
  return wrong.length === 0 ? 0 : 1;
}

process.exitCode = await main();
