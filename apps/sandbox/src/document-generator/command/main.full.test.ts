import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openKeySet, trustedCasPem } from "../certificates/key-set.ts";
import { seedKeySet } from "../certificates/shared-key-set.ts";

/** Enough documents for more than one thread. */
const QUANTIDADE = 402;
const BANNER = 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

let dir: string;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-producao-"));
  await seedKeySet(path.join(dir, "sandbox"));
  // The threads need plain JavaScript, as under npm run papelaria.
  await build({
    entryPoints: [path.join(import.meta.dirname, "main.ts")],
    outfile: path.join(dir, "main.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    banner: { js: BANNER },
    logLevel: "error",
  });
}, 60_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

function run(...args: string[]): { code: number | null; out: string; err: string } {
  const command = [path.join(dir, "main.mjs"), dir, dir, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
  return { code: status, out: stdout, err: stderr };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\./.test(file));
}

describe("the command npm run papelaria", () => {
  test("the command writes the requested documents on all cores, XML only, and reports them in one line", async () => {
    const { code, out, err } = run("--quantidade", String(QUANTIDADE), "--saida", "notas");
    expect([code, err]).toEqual([0, ""]);
    const files = filesIn(path.join(dir, "notas"));
    expect(files.filter((file) => !file.endsWith(".xml"))).toEqual([]);
    expect(files).toHaveLength(QUANTIDADE);
    expect(out).toMatch(
      /^402 documentos assinados \(nfe 67, nfce 67, cte 67, cteos 67, mdfe 67, evento 67; /,
    );
    expect(out).toMatch(/ por segundo\. Pasta: .*notas\n/);
    const keySet = await openKeySet(path.join(dir, "sandbox"), new Date());
    expect(readFileSync(path.join(dir, "notas-ancoras", "ancoras.pem"), "utf8")).toBe(trustedCasPem(keySet));
    expect(out).toContain(`--ancoras ${path.join(dir, "notas-ancoras")} `);
  }, 60_000);

  test("the command refuses a folder that is not empty, and unknown arguments, before it writes", () => {
    const again = run("--quantidade", "1", "--saida", ".");
    expect([again.code, again.err]).toEqual([
      1,
      `A pasta ${dir} não está vazia: indique outra, ou esvazie essa.\n`,
    ]);
    const wrong = run("--quantidade", "muitos", "--saida", "outras");
    expect(wrong.code).toBe(1);
    expect(wrong.err).toContain("veio “muitos”");
    expect(existsSync(path.join(dir, "outras"))).toBe(false);
  });

  test("the command refuses the path of a file as its folder, without a stack trace", () => {
    const { code, err } = run("--quantidade", "1", "--saida", "main.mjs");
    expect(code).toBe(1);
    expect(err).toMatch(/^Não consigo escrever em .*main\.mjs: [^\n]*\n$/);
  });
});
