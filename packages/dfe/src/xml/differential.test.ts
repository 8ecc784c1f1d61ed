import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compareWithLibxml2 } from "./tests/against-libxml2.ts";
import { INVENTED } from "./tests/invented-xml.ts";
import { mutateXml, randomOf } from "./tests/mutate-xml.ts";

const CORPUS = path.resolve(import.meta.dirname, "../../../../../shared/corpus");

/** `npm run test:long -- leitor` goes on where this ends. */
const MUTATIONS = 2000;
const SEED = 20_261_120;

describe("our scanner against libxml2", () => {
  test.each(INVENTED)("reads the same in an invented document, and writes the same canonical form", (xml) => {
    expect(compareWithLibxml2(Buffer.from(xml))).toMatchObject({ kind: "iguais" });
  });

  test(`agrees on ${MUTATIONS} mutations: stricter only where the list says so, never laxer`, () => {
    const random = randomOf(SEED);
    const seen = { iguais: 0, recusado: 0, alheio: 0, divergente: 0 };
    const wrong: string[] = [];
    for (let count = 0; count < MUTATIONS; count += 1) {
      const bytes = mutateXml(INVENTED[count % INVENTED.length] ?? "", random);
      const { kind, motivo } = compareWithLibxml2(bytes);
      seen[kind] += 1;
      if (kind === "divergente") wrong.push(`${motivo} | ${bytes.toString("latin1")}`);
    }
    expect(wrong).toEqual([]);
    expect(seen.iguais).toBeGreaterThan(MUTATIONS / 5);
    expect(seen.recusado).toBeGreaterThan(MUTATIONS / 5);
  });

  test.skipIf(!existsSync(CORPUS)).each(["dfe", "odd"])(
    "agrees on every XML of ../shared/corpus/%s",
    (name) => {
      const folder = path.join(CORPUS, name);
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
        file.endsWith(".xml"),
      );
      const wrong = files
        .map((file) => ({ file, ...compareWithLibxml2(readFileSync(path.join(folder, file))) }))
        .filter(({ kind }) => kind === "divergente");
      expect(wrong).toEqual([]);
      expect(files.length).toBeGreaterThan(10);
    },
  );
});
