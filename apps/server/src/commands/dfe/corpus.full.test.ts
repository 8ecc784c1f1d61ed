import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { VEREDITO_LABELS } from "@malote/contract";
import { describe, expect, test } from "vitest";
import { run } from "./tests/run-command.ts";

const SHARED = path.resolve(import.meta.dirname, "../../../../../../shared");
const CORPUS = path.join(SHARED, "corpus/dfe");
const ODD = path.join(SHARED, "corpus/odd");

/** The signature states of the corpus manifest, and ours. */
const SIGNATURE_STATES: Readonly<Record<string, readonly string[]>> = {
  valid: ["valida"],
  "digest-mismatch": ["invalida"],
  "both-mismatch": ["invalida", "erro"],
  none: ["ausente", "erro"],
};

function sheet(file: string): string[][] {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n").slice(1);
  return lines.map((line) => line.split("\t"));
}

describe.skipIf(!existsSync(CORPUS))("the dfe command on ../shared/corpus/dfe", () => {
  test("the command prints a line for each file, with the root element and signature state of the manifest", async () => {
    const { linhas, code } = await run([CORPUS, "--json"]);
    const byFile = new Map(linhas.map((linha) => [path.relative(CORPUS, linha.arquivo), linha]));
    const wrong: string[] = [];
    for (const [file = "", kind = "", ...cells] of sheet(path.join(CORPUS, "manifest.tsv"))) {
      const linha = byFile.get(file);
      const signature = cells[13] ?? "";
      const root = kind.replace(/-nfce$/, "");
      const wrapped = /^(?:soap-|nfeDadosMsg|nfeDistDFeInteresse)/.test(kind);
      if (!linha || (linha.tipo !== root && !wrapped)) wrong.push(`${file}: ${linha?.tipo}`);
      const expected = SIGNATURE_STATES[signature] ?? ["erro"];
      const estado = linha?.assinatura.estado ?? "";
      if (!expected.includes(estado)) wrong.push(`${file}: ${estado}, not ${signature}`);
    }
    expect(wrong).toEqual([]);
    expect(byFile.size).toBeGreaterThan(369);
    expect(code).toBe(1);
  });

  test("the command prints a table that ends with a count of each verdict in it", async () => {
    const { out } = await run([CORPUS], { isTTY: true, columns: 120, env: { NO_COLOR: "1" } });
    const lines = out.trimEnd().split("\n");
    expect(lines.slice(0, -3).filter((line) => line.length > 120)).toEqual([]);
    const given = Object.values(VEREDITO_LABELS).filter((rotulo) =>
      lines.some((line) => line.startsWith(`${rotulo} `)),
    );
    const counts = lines.find((line) => /^[0-9]+ documentos: /.test(line));
    for (const rotulo of given) expect(counts).toContain(rotulo);
    expect(given.length).toBeGreaterThan(4);
  });
});

describe.skipIf(!existsSync(ODD))("the dfe command on ../shared/corpus/odd", () => {
  test("the command opens the readable packages, refuses the ZIP bomb, and shows no path with ..", async () => {
    const { linhas } = await run([ODD, "--json"]);
    const files = sheet(path.join(ODD, "expectations.tsv")).map(([file = ""]) => path.join(ODD, file));
    for (const file of files) expect(linhas.map(({ arquivo }) => arquivo)).toContain(file);
    expect(linhas.find(({ arquivo }) => arquivo.startsWith(`${ODD}/zip-bomb-200MB.zip/`))).toMatchObject({
      leitura: "recusa",
      motivo: "pacote-taxa-suspeita",
    });
    expect(linhas.filter(({ arquivo }) => arquivo.includes(".."))).toEqual([]);
    const zipped = linhas.filter(
      ({ arquivo, leitura: reading }) => /\.(?:zip\/|gz$)/.test(arquivo) && reading === "nota",
    );
    expect(zipped.length).toBeGreaterThan(2);
    for (const { veredito } of zipped) expect(veredito).toBe("integra");
  });
});
