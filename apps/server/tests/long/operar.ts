// `npm run test:long -- operar [part of a name]`: everything that befalls an installation, one after the other, over the product as real
// processes, with documents on their way before, during and after. Prints the table of docs/operar/exercicios.md; exit 1 when something
// was lost, doubled or stuck.
import { openCasa } from "../operar/casa.ts";
import { EXERCICIOS } from "../operar/exercicios.ts";
import { exercitar, writeLinha } from "../operar/exercitar.ts";

const asked = (process.argv[2] ?? "").toLowerCase();
const casa = await openCasa();
let failed = 0;
try {
  console.log(
    "| Exercício | Sondas (saude prontidao: http / worker) | Portas | Registro | Documentos | Retomada (s) | Errado |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const exercicio of EXERCICIOS) {
    if (!exercicio.nome.toLowerCase().includes(asked)) continue;
    if (exercicio.disks && !casa.canMount) {
      console.log(`| ${exercicio.nome} | pulado: só o root pode montar discos | | | | | |`);
      continue;
    }
    const linha = await exercitar(casa, exercicio);
    console.log(writeLinha(linha));
    if (linha.errado.length > 0) failed += 1;
  }
} finally {
  await casa.close();
}
process.exit(failed === 0 ? 0 : 1);
