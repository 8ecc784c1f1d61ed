// `npm run test:long -- mutants [seed] [count] [commit]`: plants small errors in a copy of the product, one
// at a time, and runs the tests of both lanes that import the changed file. Fails when none catches one.
// commit: what to copy, HEAD by default; two commits get the same mutants where the files are the same.
import { runCommand } from "../../run/command.mjs";
import { reportProgress } from "../../setup/log.mjs";
import { chooseMutants } from "../../testing/mutants/choose.mjs";
import { failWithoutMutant, openCopy, readOfCopy, tryMutant } from "../../testing/mutants/copy.mjs";
import { isCaught, mutantTable } from "../../testing/mutants/failures.mjs";

const COUNT = 10;

await runCommand(async (cleanup) => {
  const [seed = Date.now() % 1_000_000, count = COUNT, commit = "HEAD"] = process.argv.slice(2);
  console.log(`${count} mutantes em ${commit}, semente ${seed}`);
  const folder = await openCopy(cleanup, commit);
  const mutants = chooseMutants(Number(seed), Number(count), (file) => readOfCopy(folder, file));
  const outcomes = [];
  for (const mutant of mutants) {
    reportProgress(`${mutant.file}:${mutant.line}  ${mutant.before} → ${mutant.after}`);
    const outcome = await tryMutant(cleanup, folder, mutant);
    reportProgress(`${outcome.failure?.test ?? "sobrevive"}, ${outcome.seconds} s`);
    outcomes.push(outcome);
  }
  const broken = await failWithoutMutant(cleanup, folder, outcomes);
  const survivors = outcomes.filter((outcome) => !isCaught(outcome, broken));
  for (const line of mutantTable(outcomes, broken)) console.log(line);
  console.log(`${outcomes.length - survivors.length} de ${outcomes.length} pegos`);
  for (const { mutant } of survivors) console.log(`sobrevive: ${mutant.file}:${mutant.line} ${mutant.after}`);
  return survivors.length === 0 ? 0 : 1;
});
