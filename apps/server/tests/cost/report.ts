import type { DoorResult, Found } from "./hunt.ts";
import { describeRecipe } from "./recipe.ts";

/** Limits of an input: msPerKb of CPU is enforced, the other two are only reported. */
export const LIMITS = { msPerKb: 50, answerBytes: 64 * 1024, blockMs: 200 } as const;

const KB = 1024;
/** Endpoints whose large answers are build files, available for a short request. */
const BIG_ANSWERS = ["páginas", "REST", "SOAP"];

/** The endpoints above the enforced limit. */
export function failuresOf(results: readonly DoorResult[]): DoorResult[] {
  return results.filter(({ worst }) => worst !== null && (worst.cost.hung || worst.ratio > LIMITS.msPerKb));
}

/** A table of the worst input of each endpoint, followed by the recipes. */
export function writeReport(results: readonly DoorResult[]): string[] {
  const rows = results.map(({ door, tried, worst, costliest, largest, longest }) => [
    door,
    String(tried),
    worst === null ? "–" : worst.ratio.toFixed(1),
    formatFound(costliest, ({ cost }) => `${cost.cpuMs.toFixed(0)}${cost.hung ? " (parou)" : ""}`),
    formatFound(costliest, ({ cost }) => (cost.bytesIn / KB).toFixed(1)),
    formatFound(longest, ({ cost }) => cost.blockMs.toFixed(0)),
    formatFound(largest, ({ cost }) => (cost.bytesOut / KB).toFixed(1)),
  ]);
  const head = ["porta", "tentativas", "ms/KB", "CPU ms", "de KB", "laço ms", "resposta KB"];
  return [...drawTable([head, ...rows]), "", ...results.flatMap(describe)];
}

function formatFound(found: Found | null, write: (found: Found) => string): string {
  return found === null ? "–" : write(found);
}

function describe({ door, worst, costliest, largest, longest }: DoorResult): string[] {
  const lines: string[] = [];
  const say = (what: string, found: Found | null, isReported: boolean): void => {
    if (found === null || !isReported) return;
    const { cpuMs, bytesIn, bytesOut, blockMs, status } = found.cost;
    const cost = `${cpuMs.toFixed(0)} ms, ${bytesIn} B → ${bytesOut} B, laço ${blockMs.toFixed(0)} ms, ${status}`;
    lines.push(`${door}, ${what}: ${describeRecipe(found.recipe)} (${cost})`);
  };
  say("pior razão", worst, true);
  say("mais caro", costliest, costliest !== worst);
  say("maior resposta", largest, isLarge(largest) && !BIG_ANSWERS.includes(door));
  say("laço parado", longest, (longest?.cost.blockMs ?? 0) > LIMITS.blockMs);
  return lines;
}

function isLarge(found: Found | null): boolean {
  return (found?.cost.bytesOut ?? 0) > LIMITS.answerBytes;
}

function drawTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, n) => Math.max(...rows.map((row) => row[n]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
