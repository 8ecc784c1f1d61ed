// `npm run test:long -- assinatura [quantidade] [semente]`: changed documents judged by us and by xmlsec1.
import { compare, RECUSAS } from "../../src/tests/diferencial/comparar.ts";
import { hasXmlsec } from "../../src/tests/diferencial/xmlsec.ts";

const QUANTIDADE = 10_000;
const PROCESSOS = 4;

async function main(): Promise<number> {
  if (!hasXmlsec) {
    console.log("xmlsec1 não está instalado (pacote xmlsec1): nada foi comparado");
    return 1;
  }
  const quantidade = Number(process.argv[2] ?? QUANTIDADE);
  const semente = Number(process.argv[3] ?? Date.now() % 1_000_000);
  const started = performance.now();
  const { porTipo, recusas, errado } = await compare({ quantidade, semente, processos: PROCESSOS });
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${quantidade} documentos mudados, semente ${semente}, ${seconds} s`);
  console.log("mudança".padEnd(28), "total  aceitam  recusam  só nós recusamos");
  for (const [tipo, line] of [...porTipo].sort()) {
    const { total, ambosAceitam, ambosRecusam, soNosRecusamos } = line;
    const cells = [total, ambosAceitam, ambosRecusam, soNosRecusamos].map((each) => String(each).padStart(7));
    console.log(tipo.padEnd(28), ...cells);
  }
  for (const [codigo, vezes] of [...recusas].sort()) {
    const why = Object.entries(RECUSAS).find(([each]) => each === codigo)?.[1] ?? "";
    console.log(`só nós recusamos: ${codigo} ${vezes} ${why}`);
  }
  for (const what of errado) console.log(`errado: ${what}`);
  return errado.length === 0 ? 0 : 1;
}

process.exitCode = await main();
