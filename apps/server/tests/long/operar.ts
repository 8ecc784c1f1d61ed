// `npm run test:long -- operar [part of a name,another] [--demora]`: everything that befalls an installation, one thing after the
// other, over the product as real processes, with documents on their way before, during and after. Prints the table of
// docs/operar/exercicios.md; exit 1 when something was lost, doubled or stuck. --demora: a fault lasts until the e-mail to the operator.
import { type Casa, openCasa } from "../operar/casa.ts";
import { EXERCICIOS, type Exercicio } from "../operar/exercicios.ts";
import { CABECALHO, exercitar, writeLinha } from "../operar/exercitar.ts";
import { RETORNOS } from "../operar/retornos.ts";

const args = process.argv.slice(2);
const demora = args.includes("--demora");
const asked = (args.find((arg) => !arg.startsWith("--")) ?? "").toLowerCase().split(",");
const isAsked = ({ nome }: { nome: string }): boolean =>
  asked.some((part) => nome.toLowerCase().includes(part));
let failed = 0;

function whyNot({ disks, skip }: Exercicio, { canMount }: Casa): string | null {
  if (disks && !canMount) return "só o root pode montar discos";
  return skip?.() ?? null;
}

async function onOneCasa(exercicios: readonly Exercicio[]): Promise<void> {
  if (exercicios.length === 0) return;
  const casa = await openCasa();
  try {
    for (const exercicio of exercicios) {
      const reason = whyNot(exercicio, casa);
      if (reason !== null) {
        console.log(`| ${exercicio.nome} | pulado: ${reason} | | | | | | | | |`);
        continue;
      }
      const linha = await exercitar(casa, exercicio, { demora });
      console.log(writeLinha(linha));
      if (linha.errado.length > 0) failed += 1;
    }
  } finally {
    await casa.close();
  }
}

console.log(CABECALHO);
await onOneCasa(EXERCICIOS.filter(isAsked));
// They replace the database: each has an installation of its own.
for (const { play } of RETORNOS.filter(isAsked)) {
  const casa = await openCasa();
  try {
    const linha = await play(casa);
    console.log(writeLinha(linha));
    if (linha.errado.length > 0) failed += 1;
  } finally {
    await casa.close();
  }
}
process.exit(failed === 0 ? 0 : 1);
