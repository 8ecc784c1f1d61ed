// `npm run test:long -- operar [part of a name,another] [--demora] [--vezes N] [--ao-mesmo-tempo
// N]`: fault drills on the product's real processes, with documents arriving before, during and
// after each fault.
// Prints the table of docs/operar/exercicios.md; exits with 1 when a document is lost, duplicated
// or stuck.
// --demora: only drills that e-mail the operator, each on its own installation; the fault lasts
// until the e-mail arrives.
// --vezes: runs of each drill. --ao-mesmo-tempo: installations in parallel; default 1, with
// --demora 4.
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
