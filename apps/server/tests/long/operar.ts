// `npm run test:long -- operar [part of a name,another] [--demora] [--vezes N] [--ao-mesmo-tempo N]`: everything that befalls an
// installation, one thing after the other, over the product as real processes, with documents on their way before, during and after. Prints the
// table of docs/operar/exercicios.md; exit 1 when something was lost, doubled or stuck.
// --demora: only drills of which the operator is written, each on an installation of its own; the fault lasts until the e-mail came.
// --vezes: each drill so often. --ao-mesmo-tempo: so many installations side by side; 1 unless said, with --demora 4.
import { parseArgs } from "node:util";
import { CABECALHO } from "../operar/exercitar.ts";
import { type Plano, playAll } from "../operar/tabela.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    demora: { type: "boolean", default: false },
    vezes: { type: "string", default: "1" },
    "ao-mesmo-tempo": { type: "string" },
  },
});
const plano: Plano = {
  partes: (positionals[0] ?? "").toLowerCase().split(","),
  demora: values.demora,
  vezes: Number(values.vezes),
  lanes: Number(values["ao-mesmo-tempo"] ?? (values.demora ? 4 : 1)),
};
console.log(CABECALHO);
const failed = await playAll(plano, (row) => console.log(row));
process.exit(failed === 0 ? 0 : 1);
