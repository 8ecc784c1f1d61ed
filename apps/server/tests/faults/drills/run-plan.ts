import { DATABASE_DRILLS } from "./database-drills.ts";
import type { Drill } from "./drill.ts";
import { DRILLS } from "./drills.ts";
import { type Installation, openInstallation } from "./installation.ts";
import { type DrillRow, runDrill, writeRow } from "./run-drill.ts";

/** Which drills run, how often, and on how many installations in parallel. */
export type DrillPlan = {
  /** Parts of names, in lower case; "" is part of each. */
  nameParts: readonly string[];
  untilEmail: boolean;
  times: number;
  lanes: number;
};

/** isOwn: the drill has an installation of its own. */
type PlannedDrill = {
  name: string;
  isOwn: boolean;
  whyNot(installation: Installation): string | null;
  play(installation: Installation): Promise<DrillRow>;
};

/** Runs the chosen drills and reports each finished row. @returns the number of rows with an error */
export async function playAll(plan: DrillPlan, report: (row: string) => void): Promise<number> {
  const waiting = Array.from({ length: plan.times }, () => listPlannedDrills(plan)).flat();
  const lanes = Array.from({ length: plan.lanes }, () => playLane(waiting, report));
  return (await Promise.all(lanes)).reduce((sum, failed) => sum + failed, 0);
}

function listPlannedDrills({ nameParts: partes, untilEmail: demora }: DrillPlan): PlannedDrill[] {
  const isChosen = ({ name: nome }: { name: string }): boolean =>
    partes.some((part) => nome.toLowerCase().includes(part));
  const isDue = ({ condition }: Drill): boolean => !demora || condition !== undefined;
  const drills = DRILLS.filter((each) => isChosen(each) && isDue(each)).map(
    (drill): PlannedDrill => ({
      name: drill.name,
      isOwn: demora,
      whyNot: (installation) => whyNot(drill, installation),
      play: (installation) => runDrill(installation, drill, { untilEmail: demora }),
    }),
  );
  // They replace the database: each has an installation of its own.
  const databaseDrills = DATABASE_DRILLS.filter((each) => isChosen(each) && !demora).map(
    ({ name: nome, play }): PlannedDrill => ({ name: nome, isOwn: true, whyNot: () => null, play }),
  );
  return [...drills, ...databaseDrills];
}

function whyNot({ disks, skip }: Drill, { canMount }: Installation): string | null {
  if (disks && !canMount) return "só o root pode montar discos";
  return skip?.() ?? null;
}

/** Runs waiting drills one after another, on the same installation as long as possible. */
async function playLane(waiting: PlannedDrill[], report: (row: string) => void): Promise<number> {
  let installation: Installation | null = null;
  let failed = 0;
  const leave = async (): Promise<void> => {
    const left = installation;
    installation = null;
    await left?.close().catch((error: unknown) => console.error("an installation was not closed:", error));
  };
  try {
    for (let planned = waiting.shift(); planned !== undefined; planned = waiting.shift()) {
      if (planned.isOwn) await leave();
      installation ??= await openInstallation();
      try {
        if (!(await playOn(installation, planned, report))) {
          failed += 1;
          // Documents missing on this installation must not count against the next drill.
          await leave();
        }
      } catch (error) {
        // The installation is in an unknown state: the next drills run on a new one.
        report(`| ${planned.name} | não terminou: ${String(error).split("\n")[0]} | | | | | | | | |`);
        failed += 1;
        await leave();
      }
      if (planned.isOwn) await leave();
    }
    return failed;
  } finally {
    await leave();
  }
}

/** @returns whether the drill succeeded or was skipped */
async function playOn(
  installation: Installation,
  planned: PlannedDrill,
  report: (row: string) => void,
): Promise<boolean> {
  const reason = planned.whyNot(installation);
  if (reason !== null) {
    report(`| ${planned.name} | pulado: ${reason} | | | | | | | | |`);
    return true;
  }
  const drillRow = await planned.play(installation);
  report(writeRow(drillRow));
  return drillRow.violations.length === 0;
}
