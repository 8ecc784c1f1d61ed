// `npm run test:long -- vizinho [seconds] [rounds]`: one conta under extreme load next to another
// conta, whose ingest and list must not become slower by more than a fifth.
// Three curves: idle, next to loops that only count (the share of the machine itself), and next to
// that load.
import { measureNeighbours, percentileOf } from "../jobs/neighbours/measure.ts";
import { openNeighbours } from "../jobs/neighbours/neighbours.ts";

const MAX_PERCENT = 20;
const PERCENTILES = [10, 25, 50, 75, 90, 95] as const;
/** Percentiles that must meet the limit. */
const HELD: readonly number[] = [50, 95];

const seconds = Number(process.argv[2] ?? 30);
const rounds = Number(process.argv[3] ?? 3);

const neighbours = await openNeighbours();
let over = 0;
try {
  const {
    alone,
    busy,
    nextToLoad: beside,
    load,
    costlyRead,
  } = await measureNeighbours(neighbours, {
    seconds,
    rounds,
    tell: (line) => console.log(line),
  });
  for (const [nome, what] of [
    ["ingestão de um e-mail", "ingest"],
    ["lista", "list"],
  ] as const) {
    console.log(`${nome}: ${alone[what].length} vezes só, ${beside[what].length} ao lado`);
    for (const percent of PERCENTILES) {
      const [before, after] = [percentileOf(alone[what], percent), percentileOf(beside[what], percent)];
      const machine = percentileOf(busy[what], percent);
      const change = (after / before - 1) * 100;
      const isOver = HELD.includes(percent) && change > MAX_PERCENT;
      if (isOver) over += 1;
      console.log(
        `  p${percent}  ${before.toFixed(1)} → ${after.toFixed(1)} ms  ${change >= 0 ? "+" : ""}${change.toFixed(0)} %${isOver ? "  acima" : ""}  (laços que só contam: ${machine.toFixed(1)} ms)`,
      );
    }
  }
  console.log(`a outra conta: ${costlyRead} e-mails caros lidos; ${JSON.stringify(load)}`);
  console.log(`${over} acima de ${MAX_PERCENT} %`);
} finally {
  await neighbours.dispose();
}
process.exitCode = over === 0 ? 0 : 1;
