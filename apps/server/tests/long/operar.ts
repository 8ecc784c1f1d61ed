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
import { TABLE_HEADER } from "../faults/drills/run-drill.ts";
import { type DrillPlan, playAll } from "../faults/drills/run-plan.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    demora: { type: "boolean", default: false },
    vezes: { type: "string", default: "1" },
    "ao-mesmo-tempo": { type: "string" },
  },
});
const plan: DrillPlan = {
  nameParts: (positionals[0] ?? "").toLowerCase().split(","),
  untilEmail: values.demora,
  times: Number(values.vezes),
  lanes: Number(values["ao-mesmo-tempo"] ?? (values.demora ? 4 : 1)),
};
console.log(TABLE_HEADER);
const failed = await playAll(plan, (row) => console.log(row));
process.exit(failed === 0 ? 0 : 1);
